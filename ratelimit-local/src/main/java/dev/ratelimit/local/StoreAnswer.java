package dev.ratelimit.local;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.bucket.Debt;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * What a store said of a key, and when it was heard. Immutable.
 *
 * @param limit the limit it was said under
 * @param decision what was said
 * @param heardMicros when the answer was here, since the epoch
 */
public record StoreAnswer(Limit limit, Decision decision, long heardMicros) {

  /**
   * Checks that nothing is missing.
   *
   * @param limit not {@code null}
   * @param decision not {@code null}
   * @param heardMicros any
   */
  public StoreAnswer {
    Objects.requireNonNull(limit, "limit");
    Objects.requireNonNull(decision, "decision");
  }

  /**
   * {@return the most that the key can have owed to a token bucket when this was heard, in units:
   * less than a permit above what it did owe, if nothing was out on lease}
   */
  long debt(BucketUnits units) {
    long ticks = ceilDiv(micros(decision.resetAfter()), units.tickMicros());
    long untilFull =
        Math.min(
            Math.min(ticks, units.ticksToPay(units.maxDebt())) * units.unitsPerTick(),
            units.maxDebt());
    long left = Math.min(decision.remaining(), units.burst());
    // Nothing left may be less than nothing, where reservations reach ahead.
    return left == 0
        ? untilFull
        : Math.min(untilFull, units.capacity() - left * units.unitsPerPermit());
  }

  /**
   * {@return what is owed under another bucket at an instant, in its units: the fill level is kept,
   * as under a changed limit, with the time that has passed}
   *
   * @param bucket what the answer tells of
   * @param to the units of the other
   * @param nowMicros the instant
   */
  long converted(TokenBucket bucket, BucketUnits to, long nowMicros) {
    BucketUnits from = bucket.units();
    long passed = from.tick(nowMicros) - from.tick(heardMicros);
    long owed = Debt.paidOff(from, debt(from), Math.max(0, passed));
    return Debt.converted(from, to, owed, nowMicros);
  }

  /** {@return how many of some permits were used if the same part of them was, rounded up} */
  long usedOf(long permits) {
    BigInteger used = BigInteger.valueOf(decision.limit() - decision.remaining());
    BigInteger[] part =
        used.multiply(BigInteger.valueOf(permits))
            .divideAndRemainder(BigInteger.valueOf(decision.limit()));
    return part[0].longValueExact() + part[1].signum();
  }

  private static long micros(Duration span) {
    return TimeUnit.MICROSECONDS.convert(span);
  }

  private static long ceilDiv(long a, long b) {
    return (a + (b - 1)) / b;
  }
}
