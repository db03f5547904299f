package dev.ratelimit.redis;

import dev.ratelimit.AllOf;
import dev.ratelimit.BucketUnits;
import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import net.jqwik.api.Arbitrary;

class RedisAllOfPropertyIT extends DifferentialHistories {

  private static final TokenBucket QUICK = Limit.perSecond(10);
  private static final TokenBucket STEADY = Limit.perMinute(100).withBurst(20);
  private static final TokenBucket SLOW = Limit.of(1_000, Duration.ofHours(1));
  private static final TokenBucket SECONDS = Limit.of(9_999_991, Duration.ofDays(30));
  private static final TokenBucket MOST =
      Limit.perSecond(BucketUnits.MAX_CAPACITY).withBurst(BucketUnits.MAX_CAPACITY);

  /** Each tick, other parts, other places of the same parts, and lists of other lengths. */
  @Override
  List<Limit> chosen() {
    return List.of(
        Limit.allOf(QUICK),
        Limit.allOf(QUICK, STEADY),
        Limit.allOf(STEADY, QUICK),
        Limit.allOf(QUICK, STEADY, SLOW),
        Limit.allOf(QUICK.withBurst(15), STEADY, SLOW),
        Limit.allOf(QUICK, STEADY, SLOW.withBurst(7)),
        Limit.allOf(SECONDS, QUICK),
        Limit.allOf(MOST, SLOW, MOST, SECONDS),
        Limit.allOf(
            Limit.perHour(700_000), Limit.perMinute(14_500), Limit.perSecond(300), SECONDS));
  }

  @Override
  Arbitrary<Limit> any() {
    return AnyLimits.buckets().list().ofMinSize(1).ofMaxSize(4).map(AllOf::new);
  }

  @Override
  Arbitrary<List<Move>> moves() {
    return Move.histories(
        LIMITS,
        EnumSet.of(Move.Op.CHECK, Move.Op.PEEK, Move.Op.REFUND, Move.Op.RESET, Move.Op.RESERVE));
  }

  /** What is reported of the binding limit may end before another limit is full again. */
  @Override
  Duration untilFull(byte[] value, Decision written, long micros) {
    return StoredAllOf.untilFull(value, micros);
  }
}
