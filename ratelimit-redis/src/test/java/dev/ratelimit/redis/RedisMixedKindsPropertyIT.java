package dev.ratelimit.redis;

import dev.ratelimit.AllOf;
import dev.ratelimit.Decision;
import dev.ratelimit.FixedWindow;
import dev.ratelimit.Limit;
import dev.ratelimit.SlidingWindow;
import dev.ratelimit.TokenBucket;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** One key under limits of several kinds, of which each takes the others' state for absent. */
class RedisMixedKindsPropertyIT extends DifferentialHistories {

  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);
  private static final TokenBucket BUCKET = Limit.of(5, TEN_SECONDS);

  @Override
  List<Limit> chosen() {
    return List.of(
        BUCKET,
        Limit.fixedWindow(5, TEN_SECONDS),
        Limit.slidingWindow(5, TEN_SECONDS),
        Limit.slidingLog(5, TEN_SECONDS),
        Limit.allOf(BUCKET),
        Limit.allOf(BUCKET, Limit.perMinute(20)));
  }

  @Override
  Arbitrary<Limit> any() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 4),
            Arbitraries.longs().between(1, 200),
            AnyLimits.micros().map(AnyLimits::duration))
        .as(RedisMixedKindsPropertyIT::limit);
  }

  private static Limit limit(int kind, long permits, Duration window) {
    return switch (kind) {
      case 0 -> Limit.of(permits, window);
      case 1 -> new FixedWindow(permits, window, Optional.of(Duration.ZERO));
      case 2 -> new SlidingWindow(permits, window, Optional.of(Duration.ZERO));
      case 3 -> Limit.slidingLog(permits, window);
      default -> new AllOf(List.of(Limit.of(permits, window), BUCKET));
    };
  }

  /** Among them what only some kinds know. */
  @Override
  Arbitrary<List<Move>> moves() {
    return Move.histories(
        LIMITS,
        EnumSet.of(
            Move.Op.CHECK,
            Move.Op.PEEK,
            Move.Op.REFUND,
            Move.Op.RESET,
            Move.Op.RESERVE,
            Move.Op.TAKE));
  }

  @Override
  Duration untilFull(byte[] value, Decision written, long micros) {
    return StoredAllOf.isOne(value)
        ? StoredAllOf.untilFull(value, micros)
        : super.untilFull(value, written, micros);
  }
}
