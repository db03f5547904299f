package dev.ratelimit.benchmarks.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.redis.RedisLimiter;
import dev.ratelimit.testkit.redis.RedisServer;
import io.lettuce.core.RedisURI;
import io.lettuce.core.protocol.CommandArgs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CallIT {

  private final RedisServer redis = RedisServer.start();

  @AfterEach
  void stop() {
    redis.close();
  }

  @ParameterizedTest
  @CsvSource({"ALLOWED, user, 1", "DISTINCT_KEYS, user-63, 1", "ONE_KEY, user, 64"})
  void callSentAgain_chargesWhatItsChecksCost(Call call, String key, long checks) {
    CommandArgs<?, ?> arguments = call.arguments(redis);
    long before = remaining(key);

    int calls = flight(arguments);

    assertThat(before - remaining(key)).isEqualTo(calls * checks);
  }

  @ParameterizedTest
  @EnumSource(names = {"DENIED", "REFERENCE"})
  void callThatChargesNothing_leavesTheServerAsItIs(Call call) {
    CommandArgs<?, ?> arguments = call.arguments(redis);
    String before = redis.command("DEBUG", "DIGEST").asText();

    flight(arguments);

    assertThat(redis.command("DEBUG", "DIGEST").asText()).isEqualTo(before);
  }

  @Test
  void callOfDistinctKeys_carriesSixtyFour() {
    flight(Call.DISTINCT_KEYS.arguments(redis));

    assertThat(redis.command("DBSIZE").asLong()).isEqualTo(1 + 2 + 64); // two went before, alone
  }

  private int flight(CommandArgs<?, ?> arguments) {
    try (Replay replay = new Replay(redis.uri(), arguments)) {
      return replay.flight();
    }
  }

  private long remaining(String key) {
    try (RedisLimiter limiter =
        RedisLimiter.builder(RedisURI.create(redis.uri())).limit(Call.ROOMY).build()) {
      return limiter.peek(key, 1).remaining();
    }
  }
}
