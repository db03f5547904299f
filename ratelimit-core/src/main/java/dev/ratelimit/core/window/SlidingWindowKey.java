package dev.ratelimit.core.window;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.SlidingWindow;
import dev.ratelimit.core.algorithm.Found;
import dev.ratelimit.core.algorithm.Grant;
import dev.ratelimit.core.algorithm.LimitedKey;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Step;
import dev.ratelimit.core.algorithm.Unsupported;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.algorithm.Wait;
import org.jspecify.annotations.Nullable;

/**
 * A key under a sliding window at one instant.
 *
 * @param limit the limit
 * @param found what was stored
 * @param counts at the instant
 * @param now the instant
 */
record SlidingWindowKey(SlidingWindow limit, Found found, Counts counts, Phase now)
    implements LimitedKey {

  /*
   * e ticks into the present window of W ticks, what counts is
   *
   *   used = current * W + previous * (W - e)        in units of which W make one permit
   *
   *     previous          current
   *   |  .  .  .  .  .  |  .  .  .     |
   *               '-----+------' e     a window that ends now covers W - e of the previous one
   *
   * and a cost is there if used <= (permits - cost) * W. After a change of the limit the counts can
   * be so large that these products pass 2^63. So counts are only compared with quotients, whose
   * dividends are at most permits * W, and that is at most 2^52.
   */

  static SlidingWindowKey of(SlidingWindow limit, @Nullable SlidingWindowState stored, Phase now) {
    if (stored == null) {
      return new SlidingWindowKey(limit, new Found(null, false), Counts.NONE, now);
    }
    Counts counts = stored.countsAt(now.micros());
    if (!stored.grid().equals(now.grid())) {
      Counts merged = counts.merged(BucketUnits.MAX_CAPACITY / now.ticks());
      return new SlidingWindowKey(limit, new Found(stored, true), merged, now);
    }
    Found found = new Found(stored, stored.isAfter(now.micros()));
    return new SlidingWindowKey(limit, found, counts, now);
  }

  @Override
  public Step<Verdict> check(long cost) {
    long wait = waitFor(cost);
    Counts after = wait == 0 ? counts.plus(cost) : counts;
    return found.step(wait == 0 && cost > 0, state(after), verdict(wait, after));
  }

  @Override
  public Step<Verdict> peek(long cost) {
    return found.step(false, state(counts), verdict(waitFor(cost), counts));
  }

  @Override
  public Step<Verdict> reserve(long cost, long maxWaitMicros) {
    throw Unsupported.reserve(limit);
  }

  @Override
  public Step<Grant> take(long want) {
    throw Unsupported.take(limit);
  }

  @Override
  public Step<Report> refund(long permits) {
    Counts after = counts.minus(permits);
    return found.step(permits > 0, state(after), report(after));
  }

  @Override
  public Step<Report> reset() {
    return found.step(true, null, report(Counts.NONE));
  }

  private long waitFor(long cost) {
    if (cost > limit.permits()) {
      return Wait.NEVER;
    }
    long spare = limit.permits() - cost - counts.current();
    if (cost == 0 || (spare >= 0 && fits(counts.previous(), spare))) {
      return 0;
    }
    long ticks = now.ticks();
    return spare >= 0
        ? now.until(ticks - spare * ticks / counts.previous())
        : now.until(2 * ticks - (limit.permits() - cost) * ticks / counts.current());
  }

  /** {@return whether what counts of the previous window is at most {@code spare}} */
  private boolean fits(long previous, long spare) {
    return previous <= spare * now.ticks() / now.left();
  }

  private long remaining(Counts after) {
    long spare = limit.permits() - after.current();
    if (spare <= 0 || !fits(after.previous(), spare)) {
      return 0;
    }
    // Fits, so that the product is at most spare * ticks.
    return (spare * now.ticks() - after.previous() * now.left()) / now.ticks();
  }

  private long resetAfter(Counts after) {
    if (after.current() > 0) {
      return now.until(2 * now.ticks());
    }
    return after.previous() > 0 ? now.until(now.ticks()) : 0;
  }

  private @Nullable SlidingWindowState state(Counts after) {
    return after.areNone()
        ? null
        : new SlidingWindowState(now.grid(), now.index(), after.current(), after.previous());
  }

  private Verdict verdict(long wait, Counts after) {
    return new Verdict(wait == 0, 0, wait, report(after));
  }

  private Report report(Counts after) {
    return new Report(limit.permits(), remaining(after), resetAfter(after));
  }
}
