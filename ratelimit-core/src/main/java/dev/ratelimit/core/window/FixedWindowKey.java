package dev.ratelimit.core.window;

import dev.ratelimit.FixedWindow;
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
 * A key under a fixed window at one instant.
 *
 * @param limit the limit
 * @param found what was stored
 * @param grid of the limit and the key
 * @param count how many permits the present window has granted; after a change of the limit it can
 *     be more than the limit's
 * @param micros the instant
 */
record FixedWindowKey(FixedWindow limit, Found found, Grid grid, long count, long micros)
    implements LimitedKey {

  static FixedWindowKey of(
      FixedWindow limit, @Nullable FixedWindowState stored, Grid grid, long micros) {
    if (stored == null) {
      return new FixedWindowKey(limit, new Found(null, false), grid, 0, micros);
    }
    boolean mustWrite = !stored.grid().equals(grid) || stored.isAfter(micros);
    long count = stored.countAt(micros);
    return new FixedWindowKey(limit, new Found(stored, mustWrite), grid, count, micros);
  }

  @Override
  public Step<Verdict> check(long cost) {
    long wait = waitFor(cost);
    long after = wait == 0 ? count + cost : count;
    return found.step(wait == 0 && cost > 0, state(after), verdict(wait, after));
  }

  @Override
  public Step<Verdict> peek(long cost) {
    return found.step(false, state(count), verdict(waitFor(cost), count));
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
    long after = count - Math.min(permits, count);
    return found.step(permits > 0, state(after), report(after));
  }

  @Override
  public Step<Report> reset() {
    return found.step(true, null, report(0));
  }

  private long waitFor(long cost) {
    if (cost > limit.permits()) {
      return Wait.NEVER;
    }
    return cost == 0 || count <= limit.permits() - cost ? 0 : untilTheNext();
  }

  private long untilTheNext() {
    return grid.start(grid.index(micros) + 1) - micros;
  }

  private @Nullable FixedWindowState state(long after) {
    return after == 0 ? null : new FixedWindowState(grid, grid.index(micros), after);
  }

  private Verdict verdict(long wait, long after) {
    return new Verdict(wait == 0, 0, wait, report(after));
  }

  private Report report(long after) {
    long remaining = Math.max(0, limit.permits() - after);
    return new Report(limit.permits(), remaining, after == 0 ? 0 : untilTheNext());
  }
}
