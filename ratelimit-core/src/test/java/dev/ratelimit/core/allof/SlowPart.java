package dev.ratelimit.core.allof;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.TWO;
import static java.math.BigInteger.ZERO;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.bucket.BucketState;
import dev.ratelimit.core.bucket.Outstanding;
import java.math.BigInteger;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A token bucket in the words of the specification, in numbers that cannot overflow. */
record SlowPart(Terms terms, BigInteger debt, BigInteger tick) {

  private static final BigInteger HOUR = big(3_600_000_000L);
  private static final BigInteger MAX_DEBT = TWO.pow(53);

  /** The units U, r, p and C. */
  record Terms(BigInteger u, BigInteger r, BigInteger p, BigInteger c) {

    static Terms of(TokenBucket limit) {
      BigInteger period = big(TimeUnit.MICROSECONDS.convert(limit.period()));
      for (BigInteger tick = ONE; ; tick = tick.multiply(big(1_000))) {
        BigInteger ticks = period.divide(tick);
        BigInteger common = ticks.gcd(big(limit.permits()));
        BigInteger p = ticks.divide(common);
        BigInteger c = big(limit.burst()).multiply(p);
        if (c.compareTo(TWO.pow(52)) <= 0) {
          return new Terms(tick, big(limit.permits()).divide(common), p, c);
        }
      }
    }

    BigInteger tick(BigInteger micros) {
      return micros.divide(u);
    }

    BigInteger burst() {
      return c.divide(p);
    }

    boolean isReservable(long maxWait) {
      BigInteger reach = c.add(ceilDiv(big(maxWait), u).multiply(r));
      return big(maxWait).compareTo(HOUR) <= 0 && reach.compareTo(MAX_DEBT) <= 0;
    }

    BucketUnits units() {
      return new BucketUnits(
          u.longValueExact(), r.longValueExact(), p.longValueExact(), c.longValueExact());
    }
  }

  static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }

  static BigInteger ceilDiv(BigInteger a, BigInteger b) {
    BigInteger[] quotient = a.divideAndRemainder(b);
    return quotient[0].add(big(quotient[1].signum()));
  }

  /** {@return the bucket at an instant; {@code null} is one never seen} */
  static SlowPart present(@Nullable SlowPart stored, Terms terms, BigInteger micros) {
    BigInteger now = terms.tick(micros);
    if (stored == null) {
      return new SlowPart(terms, ZERO, now);
    }
    BigInteger then = stored.terms.tick(micros);
    BigInteger elapsed = then.subtract(stored.tick).max(ZERO);
    BigInteger left = stored.debt.subtract(elapsed.multiply(stored.terms.r)).max(ZERO);
    BigInteger debt =
        stored.terms.equals(terms) || left.signum() == 0
            ? left
            : converted(stored.terms, terms, left, micros);
    return new SlowPart(terms, debt, now);
  }

  private static BigInteger converted(Terms from, Terms to, BigInteger debt, BigInteger micros) {
    BigInteger beyond = debt.subtract(from.c).max(ZERO);
    BigInteger kept =
        beyond.signum() == 0
            ? ceilDiv(debt.multiply(to.c), from.c)
            : to.c.add(ceilDiv(ceilDiv(beyond, from.r).multiply(from.u), to.u).multiply(to.r));
    boolean isCredited =
        from.tick(micros).multiply(from.u).compareTo(to.tick(micros).multiply(to.u)) > 0;
    BigInteger most = to.c.add(ceilDiv(HOUR, to.u).multiply(to.r)).min(MAX_DEBT);
    return kept.add(isCredited ? to.r : ZERO).min(most);
  }

  boolean mustWrite(Terms now, BigInteger micros) {
    return !terms.equals(now) || terms.tick(micros).compareTo(tick) < 0;
  }

  /** {@return the wait of a cost; empty if it is above the burst} */
  Optional<BigInteger> waitFor(BigInteger cost, BigInteger micros) {
    if (cost.compareTo(terms.burst()) > 0) {
      return Optional.empty();
    }
    BigInteger over = debt.subtract(terms.c.subtract(cost.multiply(terms.p)));
    return Optional.of(cost.signum() == 0 || over.signum() <= 0 ? ZERO : until(over, micros));
  }

  private BigInteger until(BigInteger paid, BigInteger micros) {
    return tick.add(ceilDiv(paid, terms.r)).multiply(terms.u).subtract(micros);
  }

  SlowPart plus(BigInteger permits) {
    return new SlowPart(terms, debt.add(permits.multiply(terms.p)).max(ZERO), tick);
  }

  SlowPart full() {
    return new SlowPart(terms, ZERO, tick);
  }

  boolean isFull() {
    return debt.signum() == 0;
  }

  long level() {
    return terms.c.subtract(debt).max(ZERO).divide(terms.p).longValueExact();
  }

  long resetAfter(BigInteger micros) {
    return isFull() ? 0 : until(debt, micros).longValueExact();
  }

  BucketState asStored() {
    return new BucketState(
        terms.units(), debt.longValueExact(), tick.longValueExact(), Outstanding.NONE, 0);
  }
}
