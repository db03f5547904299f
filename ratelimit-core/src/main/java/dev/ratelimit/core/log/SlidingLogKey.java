package dev.ratelimit.core.log;

import dev.ratelimit.SlidingLog;
import dev.ratelimit.core.algorithm.Grant;
import dev.ratelimit.core.algorithm.LimitedKey;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Step;
import dev.ratelimit.core.algorithm.Unsupported;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.algorithm.Wait;

/**
 * A key under a sliding log at one instant. Looking costs the logarithm of what is stored; only
 * what is written is copied.
 *
 * @param limit the limit
 * @param windowMicros its window
 * @param counted the instants that count; after a change of the limit they can be more than its
 *     permits
 * @param micros the instant
 */
record SlidingLogKey(SlidingLog limit, long windowMicros, Counted counted, long micros)
    implements LimitedKey {

  @Override
  public Step<Verdict> check(long cost) {
    long wait = waitFor(cost);
    return wait == 0 && cost > 0
        ? changed(counted.count(), (int) cost, new Verdict(true, 0, 0, reportWith(cost)))
        : unchanged(verdict(wait));
  }

  @Override
  public Step<Verdict> peek(long cost) {
    return unchanged(verdict(waitFor(cost)));
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
    if (permits == 0) {
      return unchanged(report(counted.count()));
    }
    int kept = counted.count() - (int) Math.min(permits, counted.count());
    return changed(kept, 0, report(kept));
  }

  @Override
  public Step<Report> reset() {
    return changed(0, 0, report(0));
  }

  private long waitFor(long cost) {
    if (cost > limit.permits()) {
      return Wait.NEVER;
    }
    long excess = cost == 0 ? 0 : counted.count() + cost - limit.permits();
    return excess <= 0 ? 0 : untilGone((int) excess - 1);
  }

  private long untilGone(int index) {
    return counted.instant(index) + windowMicros - micros;
  }

  private <A> Step<A> unchanged(A answer) {
    return counted.mustWrite()
        ? changed(counted.count(), 0, answer)
        : counted.found().step(false, counted.state(), answer);
  }

  private <A> Step<A> changed(int kept, int added, A answer) {
    return counted.found().step(true, counted.after(kept, added, windowMicros), answer);
  }

  private Verdict verdict(long wait) {
    return new Verdict(wait == 0, 0, wait, report(counted.count()));
  }

  private Report report(int count) {
    return new Report(
        limit.permits(),
        Math.max(0, limit.permits() - count),
        count == 0 ? 0 : untilGone(count - 1));
  }

  /** {@return the report after permits were granted now} */
  private Report reportWith(long cost) {
    return new Report(limit.permits(), limit.permits() - counted.count() - cost, windowMicros);
  }
}
