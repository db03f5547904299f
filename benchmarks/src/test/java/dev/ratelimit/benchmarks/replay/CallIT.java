package dev.ratelimit.benchmarks.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.benchmarks.kinds.AllOfCheck;
import dev.ratelimit.redis.RedisLimiter;
import dev.ratelimit.testkit.redis.RedisServer;
import io.lettuce.core.RedisURI;
import io.lettuce.core.protocol.CommandArgs;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CallIT {

  private static final Limit LOG = Limit.slidingLog(100, Duration.ofDays(1));

  private final RedisServer redis = RedisServer.start();

  @AfterEach
  void stop() {
    redis.close();
  }

  static Stream<Arguments> chargingCalls() {
    return Stream.of(
        Arguments.of(Call.allowed(), "user", 1),
        Arguments.of(Call.allowed(AllOfCheck.roomy(8)), "user", 1),
        Arguments.of(Call.distinctKeys(4), "user-3", 1),
        Arguments.of(Call.distinctKeys(64), "user-63", 1),
        Arguments.of(Call.oneKey(16), "user", 16),
        Arguments.of(Call.oneKey(64), "user", 64));
  }

  @ParameterizedTest
  @MethodSource("chargingCalls")
  void callSentAgain_chargesWhatItsChecksCost(Call call, String key, long checks) {
    List<CommandArgs<?, ?>> arguments = call.arguments(redis);
    long before = remaining(call, key);

    int calls = flight(arguments);

    assertThat(before - remaining(call, key)).isEqualTo(calls * checks);
  }

  static Stream<Call> callsThatChargeNothing() {
    return Stream.of(Call.reference(), Call.denied(), Call.denied(LOG));
  }

  @ParameterizedTest
  @MethodSource("callsThatChargeNothing")
  void callThatChargesNothing_leavesTheServerAsItIs(Call call) {
    List<CommandArgs<?, ?>> arguments = call.arguments(redis);
    String before = redis.command("DEBUG", "DIGEST").asText();

    flight(arguments);

    assertThat(redis.command("DEBUG", "DIGEST").asText()).isEqualTo(before);
  }

  @Test
  void lastPermit_isTakenAndGivenBack() {
    Call call = Call.lastPermit(LOG);
    List<CommandArgs<?, ?>> arguments = call.arguments(redis);
    assertThat(remaining(call, Call.KEY)).isEqualTo(1);

    flight(arguments);

    assertThat(remaining(call, Call.KEY)).isEqualTo(1);
    flight(arguments.subList(0, 1));
    assertThat(remaining(call, Call.KEY)).isZero();
  }

  @Test
  void callOfDistinctKeys_carriesSixtyFour() {
    flight(Call.distinctKeys(64).arguments(redis));

    assertThat(redis.command("DBSIZE").asLong()).isEqualTo(1 + 2 + 64); // two went before, alone
  }

  private int flight(List<CommandArgs<?, ?>> arguments) {
    try (Replay replay = new Replay(redis.uri(), arguments)) {
      return replay.flight();
    }
  }

  private long remaining(Call call, String key) {
    try (RedisLimiter limiter =
        RedisLimiter.builder(RedisURI.create(redis.uri())).limit(call.limit()).build()) {
      return limiter.peek(key, 1).remaining();
    }
  }
}
