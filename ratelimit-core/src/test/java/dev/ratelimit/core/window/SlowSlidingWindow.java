package dev.ratelimit.core.window;

import static dev.ratelimit.core.window.SlowFixedWindow.big;
import static java.math.BigInteger.ONE;
import static java.math.BigInteger.TWO;
import static java.math.BigInteger.ZERO;

import dev.ratelimit.SlidingWindow;
import dev.ratelimit.core.algorithm.KeyState;
import dev.ratelimit.core.algorithm.Slow;
import java.math.BigInteger;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A sliding window in the words of the specification. */
final class SlowSlidingWindow implements Slow<SlidingWindow, SlowSlidingWindow.Counted> {

  private static final BigInteger MOST = TWO.pow(52);

  /** What a window has granted that begins at {@code start}, and the one before it. */
  record Counted(
      BigInteger window,
      BigInteger offset,
      BigInteger start,
      BigInteger current,
      BigInteger previous) {}

  static boolean isLegal(WindowTerms terms) {
    return tick(terms).signum() > 0;
  }

  /** {@return the tick, 0 if none fits} */
  private static BigInteger tick(WindowTerms terms) {
    for (BigInteger tick = ONE; tick.bitLength() < 21; tick = tick.multiply(big(1_000))) {
      BigInteger[] window = big(terms.windowMicros()).divideAndRemainder(tick);
      boolean divides =
          window[1].signum() == 0 && big(terms.offsetMicros()).mod(tick).signum() == 0;
      if (divides && window[0].multiply(big(terms.permits())).compareTo(MOST) <= 0) {
        return tick;
      }
    }
    return ZERO;
  }

  static SlidingWindow limit(WindowTerms terms) {
    return new SlidingWindow(terms.permits(), terms.window(), terms.offset());
  }

  private static WindowTerms terms(SlidingWindow limit) {
    return new WindowTerms(
        limit.permits(),
        TimeUnit.MICROSECONDS.convert(limit.window()),
        TimeUnit.MICROSECONDS.convert(limit.offset().orElseThrow()));
  }

  @Override
  public SlidingWindow limit(Random random) {
    WindowTerms terms = WindowTerms.drawn(random);
    return isLegal(terms) ? limit(terms) : limit(random);
  }

  @Override
  public SlidingWindow changed(SlidingWindow limit, Random random) {
    WindowTerms terms = terms(limit).changed(random);
    return isLegal(terms) ? limit(terms) : changed(limit, random);
  }

  @Override
  public long windowMicros(SlidingWindow limit) {
    return terms(limit).windowMicros();
  }

  @Override
  public Counted present(@Nullable Counted stored, SlidingWindow limit, long micros) {
    BigInteger window = big(terms(limit).windowMicros());
    BigInteger offset = big(terms(limit).offsetMicros());
    BigInteger start = start(window, offset, micros);
    if (stored == null) {
      return new Counted(window, offset, start, ZERO, ZERO);
    }
    Counted rolled = rolled(stored, micros);
    if (stored.window.equals(window) && stored.offset.equals(offset)) {
      return rolled;
    }
    BigInteger most = MOST.divide(window.divide(tick(terms(limit))));
    BigInteger all = rolled.current.add(rolled.previous).min(most);
    return new Counted(window, offset, start, all, ZERO);
  }

  private static BigInteger start(BigInteger window, BigInteger offset, long micros) {
    return big(micros).subtract(big(micros).subtract(offset).mod(window));
  }

  private static Counted rolled(Counted stored, long micros) {
    BigInteger start = start(stored.window, stored.offset, micros);
    BigInteger next = stored.start.add(stored.window);
    BigInteger current = start.compareTo(next) >= 0 ? ZERO : stored.current;
    BigInteger previous = start.compareTo(next) >= 0 ? stored.current : stored.previous;
    if (start.compareTo(next) > 0) {
      previous = ZERO;
    }
    return new Counted(stored.window, stored.offset, start, current, previous);
  }

  @Override
  public boolean mustWrite(Counted stored, SlidingWindow limit, long micros) {
    WindowTerms terms = terms(limit);
    return !stored.window.equals(big(terms.windowMicros()))
        || !stored.offset.equals(big(terms.offsetMicros()))
        || big(micros).compareTo(stored.start) < 0;
  }

  /** {@return the permits that are left, in units of which the ticks of a window make one} */
  private static BigInteger left(Counted present, SlidingWindow limit, long micros) {
    BigInteger tick = tick(terms(limit));
    BigInteger ticks = present.window.divide(tick);
    BigInteger elapsed = big(micros).divide(tick).subtract(present.start.divide(tick));
    BigInteger used =
        present.current.multiply(ticks).add(present.previous.multiply(ticks.subtract(elapsed)));
    return big(limit.permits()).multiply(ticks).subtract(used);
  }

  private static BigInteger ticks(SlidingWindow limit) {
    return big(terms(limit).windowMicros()).divide(tick(terms(limit)));
  }

  @Override
  public boolean fits(Counted present, SlidingWindow limit, long cost, long micros) {
    return big(cost).multiply(ticks(limit)).compareTo(left(present, limit, micros)) <= 0;
  }

  @Override
  public Counted charged(Counted present, long cost, long micros) {
    return with(present, present.current.add(big(cost)), present.previous);
  }

  @Override
  public Counted refunded(Counted present, long permits) {
    return with(present, present.current.subtract(big(permits)).max(ZERO), present.previous);
  }

  @Override
  public Counted forgotten(Counted present) {
    return with(present, ZERO, ZERO);
  }

  private static Counted with(Counted present, BigInteger current, BigInteger previous) {
    return new Counted(present.window, present.offset, present.start, current, previous);
  }

  @Override
  public boolean isFull(Counted present) {
    return present.current.signum() == 0 && present.previous.signum() == 0;
  }

  @Override
  public long remaining(Counted present, SlidingWindow limit, long micros) {
    return left(present, limit, micros).max(ZERO).divide(ticks(limit)).longValueExact();
  }

  @Override
  public KeyState asStored(Counted present) {
    BigInteger index = present.start.subtract(present.offset).divide(present.window);
    return new SlidingWindowState(
        new Grid(present.window.longValueExact(), present.offset.longValueExact()),
        index.longValueExact(),
        present.current.longValueExact(),
        present.previous.longValueExact());
  }
}
