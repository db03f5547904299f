package dev.ratelimit.core.window;

import static java.math.BigInteger.ZERO;

import dev.ratelimit.FixedWindow;
import dev.ratelimit.core.algorithm.KeyState;
import dev.ratelimit.core.algorithm.Slow;
import java.math.BigInteger;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A fixed window in the words of the specification. */
final class SlowFixedWindow implements Slow<FixedWindow, SlowFixedWindow.Counted> {

  /** What a window has granted that begins at {@code start}. */
  record Counted(BigInteger window, BigInteger offset, BigInteger start, BigInteger count) {}

  static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }

  private static FixedWindow limit(WindowTerms terms) {
    return new FixedWindow(terms.permits(), terms.window(), terms.offset());
  }

  private static WindowTerms terms(FixedWindow limit) {
    return new WindowTerms(
        limit.permits(),
        TimeUnit.MICROSECONDS.convert(limit.window()),
        TimeUnit.MICROSECONDS.convert(limit.offset().orElseThrow()));
  }

  @Override
  public FixedWindow limit(Random random) {
    return limit(WindowTerms.drawn(random));
  }

  @Override
  public FixedWindow changed(FixedWindow limit, Random random) {
    return limit(terms(limit).changed(random));
  }

  @Override
  public long windowMicros(FixedWindow limit) {
    return terms(limit).windowMicros();
  }

  @Override
  public Counted present(@Nullable Counted stored, FixedWindow limit, long micros) {
    BigInteger window = big(terms(limit).windowMicros());
    BigInteger offset = big(terms(limit).offsetMicros());
    BigInteger start = big(micros).subtract(big(micros).subtract(offset).mod(window));
    boolean counts = stored != null && big(micros).compareTo(stored.start.add(stored.window)) < 0;
    return new Counted(window, offset, start, counts ? stored.count : ZERO);
  }

  @Override
  public boolean mustWrite(Counted stored, FixedWindow limit, long micros) {
    WindowTerms terms = terms(limit);
    return !stored.window.equals(big(terms.windowMicros()))
        || !stored.offset.equals(big(terms.offsetMicros()))
        || big(micros).compareTo(stored.start) < 0;
  }

  @Override
  public boolean fits(Counted present, FixedWindow limit, long cost, long micros) {
    return present.count.add(big(cost)).compareTo(big(limit.permits())) <= 0;
  }

  @Override
  public Counted charged(Counted present, long cost, long micros) {
    return with(present, present.count.add(big(cost)));
  }

  @Override
  public Counted refunded(Counted present, long permits) {
    return with(present, present.count.subtract(big(permits)).max(ZERO));
  }

  @Override
  public Counted forgotten(Counted present) {
    return with(present, ZERO);
  }

  private static Counted with(Counted present, BigInteger count) {
    return new Counted(present.window, present.offset, present.start, count);
  }

  @Override
  public boolean isFull(Counted present) {
    return present.count.signum() == 0;
  }

  @Override
  public long remaining(Counted present, FixedWindow limit, long micros) {
    return big(limit.permits()).subtract(present.count).max(ZERO).longValueExact();
  }

  @Override
  public KeyState asStored(Counted present) {
    BigInteger index = present.start.subtract(present.offset).divide(present.window);
    return new FixedWindowState(
        new Grid(present.window.longValueExact(), present.offset.longValueExact()),
        index.longValueExact(),
        present.count.longValueExact());
  }
}
