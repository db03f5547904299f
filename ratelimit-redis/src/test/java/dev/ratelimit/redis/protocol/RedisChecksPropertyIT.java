package dev.ratelimit.redis.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.redis.limits.Scripts;
import dev.ratelimit.testkit.redis.RedisReply;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** Checks of one cost that are sent as one leave what they leave when each is sent. */
@RedisTest
class RedisChecksPropertyIT {

  private static final List<TokenBucket> LIMITS =
      List.of(
          Limit.of(1, Duration.ofHours(1)).withBurst(10),
          Limit.of(1_000, Duration.ofSeconds(1)).withBurst(997),
          new TokenBucket(7_000_003, Duration.ofSeconds(3), 1L << 41),
          new TokenBucket(999_983, Duration.ofSeconds(1), 1L << 32),
          new TokenBucket(1L << 52, Duration.ofSeconds(1), 1L << 52));

  /** The histories and the checks of one run; a failure names the seed. */
  @RepeatedTest(200)
  void checksSentAsOne_leaveTheSameState(RepetitionInfo repetition, RedisServer redis) {
    long seed = repetition.getCurrentRepetition();
    Random random = new Random(seed);
    TokenBucket limit = LIMITS.get(random.nextInt(LIMITS.size()));
    Terms terms = Scripts.shipped().terms(limit);
    List<Operation<?>> before = history(random, terms, limit.burst());
    long cost = 1 + random.nextLong(Math.max(1, limit.burst() / (1 + random.nextInt(40))));
    int times = 2 + random.nextInt(60);
    Operation<?> check = Operation.check(terms, cost);
    Operation<?> last = Operation.take(terms, 1 + random.nextLong(limit.burst()));

    byte[] history = new Group(terms, "key", before).packed();
    List<Operation<?>> checks = new ArrayList<>(Collections.nCopies(times, check));
    boolean alone = random.nextBoolean(); // nothing but checks is decided in fewer steps
    if (!alone) {
      checks.add(last);
    }
    byte[] asOne = new Group(terms, "key", checks).packed();
    byte[] each = eachByItself(terms, checks);
    // One call, so one instant: the histories, the checks, and a look at what came of them.
    byte[] look = new Group(terms, "key", List.of()).packed();
    List<RedisReply> states =
        BucketCalls.call(
            redis,
            List.of("{a}", "{b}", "{a}", "{b}", "{a}", "{b}"),
            List.of(history, history, asOne, each, look, look));

    assertThat(states.get(2).toString()).isEqualTo(states.get(3).toString());
    assertThat(states.get(4).toString())
        .as("seed %d: %d checks of %d under %s", seed, times, cost, limit)
        .isEqualTo(states.get(5).toString());
  }

  /** Nothing, or some spent, reserved beyond the burst, or out on lease. */
  private static List<Operation<?>> history(Random random, Terms terms, long burst) {
    long part = 1 + random.nextLong(burst);
    return switch (random.nextInt(4)) {
      case 0 -> List.of();
      case 1 -> List.of(Operation.take(terms, part));
      case 2 ->
          List.of(
              Operation.take(terms, part),
              Operation.reserve(terms, new Hold(1, Duration.ofHours(1).toNanos() / 1_000)));
      default -> List.of(Operation.grant(terms, part), Operation.take(terms, 1));
    };
  }

  private static byte[] eachByItself(Terms terms, List<Operation<?>> operations) {
    List<byte[]> parts = new ArrayList<>();
    parts.add(terms.protocol().limit("key"));
    operations.forEach(operation -> parts.add(operation.packed()));
    Packing packing = new Packing(parts.stream().mapToInt(part -> part.length).sum());
    parts.forEach(packing::packed);
    return packing.array();
  }
}
