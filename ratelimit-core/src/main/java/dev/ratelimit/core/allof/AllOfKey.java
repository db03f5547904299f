package dev.ratelimit.core.allof;

import dev.ratelimit.AllOf;
import dev.ratelimit.BucketUnits;
import dev.ratelimit.core.algorithm.Grant;
import dev.ratelimit.core.algorithm.LimitedKey;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Step;
import dev.ratelimit.core.algorithm.Unsupported;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.bucket.Bucket;
import dev.ratelimit.core.bucket.BucketState;
import dev.ratelimit.core.bucket.Debt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A key under several token buckets at one instant.
 *
 * <p>Whether a bucket writes its state back, because the clock ran backwards or its limit has
 * changed, is for each to say: the others keep what is stored of them. A list of another length is
 * written back too.
 */
final class AllOfKey implements LimitedKey {

  private final AllOf limit;
  private final List<BucketUnits> units;
  private final @Nullable AllOfState stored;
  private final List<Bucket> buckets;

  private AllOfKey(
      AllOf limit, List<BucketUnits> units, @Nullable AllOfState stored, List<Bucket> buckets) {
    this.limit = limit;
    this.units = units;
    this.stored = stored;
    this.buckets = buckets;
  }

  static AllOfKey of(
      AllOf limit, List<BucketUnits> units, @Nullable AllOfState stored, long micros) {
    List<Bucket> buckets = new ArrayList<>(units.size());
    for (int i = 0; i < units.size(); i++) {
      buckets.add(Bucket.at(part(stored, i), units.get(i), micros));
    }
    return new AllOfKey(limit, units, stored, buckets);
  }

  private static @Nullable BucketState part(@Nullable AllOfState stored, int index) {
    return stored == null || index >= stored.parts().size()
        ? null
        : stored.parts().get(index).orElse(null);
  }

  @Override
  public Step<Verdict> check(long cost) {
    List<Step<Verdict>> checks = each(bucket -> bucket.check(cost));
    int longest = Binding.longestWait(checks);
    Verdict last = checks.get(longest).answer();
    return last.granted()
        ? granted(0, checks)
        : step(uncharged(checks, cost), denied(last.retryAfterMicros(), last.report(), longest));
  }

  /** {@return the same of buckets that are not charged, since one of them denies} */
  private List<Step<Verdict>> uncharged(List<Step<Verdict>> checks, long cost) {
    List<Step<Verdict>> looks = new ArrayList<>(checks.size());
    for (int i = 0; i < checks.size(); i++) {
      Step<Verdict> check = checks.get(i);
      looks.add(check.answer().granted() ? buckets.get(i).peek(cost) : check);
    }
    return looks;
  }

  @Override
  public Step<Verdict> peek(long cost) {
    List<Step<Verdict>> looks = each(bucket -> bucket.peek(cost));
    int longest = Binding.longestWait(looks);
    Verdict last = looks.get(longest).answer();
    return last.granted()
        ? granted(0, looks)
        : step(looks, denied(last.retryAfterMicros(), last.report(), longest));
  }

  @Override
  public Step<Verdict> reserve(long cost, long maxWaitMicros) {
    units.forEach(of -> Debt.requireReservable(of, maxWaitMicros));
    List<Step<Verdict>> looks = each(bucket -> bucket.peek(cost));
    int longest = Binding.longestWait(looks);
    Verdict last = looks.get(longest).answer();
    long wait = last.retryAfterMicros();
    if (Binding.isNever(wait)) {
      return step(looks, denied(wait, last.report(), longest));
    }
    return wait <= maxWaitMicros
        ? granted(wait, each(bucket -> bucket.reserve(cost, maxWaitMicros)))
        : step(looks, denied(wait - maxWaitMicros, last.report(), longest));
  }

  @Override
  public Step<Grant> take(long want) {
    throw Unsupported.take(limit);
  }

  @Override
  public Step<Report> refund(long permits) {
    return reported(each(bucket -> bucket.refund(permits)));
  }

  @Override
  public Step<Report> reset() {
    return reported(each(Bucket::reset));
  }

  private <A> List<Step<A>> each(Function<Bucket, Step<A>> operation) {
    List<Step<A>> steps = new ArrayList<>(buckets.size());
    for (Bucket bucket : buckets) {
      steps.add(operation.apply(bucket));
    }
    return steps;
  }

  private Step<Verdict> granted(long wait, List<Step<Verdict>> steps) {
    List<Report> reports = new ArrayList<>(steps.size());
    for (Step<Verdict> step : steps) {
      reports.add(step.answer().report());
    }
    return step(steps, new Verdict(true, wait, 0, Binding.fewestRemaining(reports)));
  }

  private static Verdict denied(long retryAfter, Report report, int binding) {
    return new Verdict(false, 0, retryAfter, report.withBinding(binding));
  }

  private Step<Report> reported(List<Step<Report>> steps) {
    return step(steps, Binding.fewestRemaining(steps.stream().map(Step::answer).toList()));
  }

  private <A, B> Step<B> step(List<Step<A>> steps, B answer) {
    boolean written = isOfAnotherLength();
    for (Step<A> step : steps) {
      written |= step.written();
    }
    return written ? new Step<>(state(steps), true, answer) : new Step<>(stored, false, answer);
  }

  private boolean isOfAnotherLength() {
    return stored != null && stored.parts().size() != units.size();
  }

  private static <A> @Nullable AllOfState state(List<Step<A>> steps) {
    List<Optional<BucketState>> parts = new ArrayList<>(steps.size());
    boolean full = true;
    for (Step<A> step : steps) {
      BucketState state = (BucketState) step.state();
      full &= state == null;
      parts.add(Optional.ofNullable(state));
    }
    return full ? null : new AllOfState(parts);
  }
}
