package dev.ratelimit.core.bucket;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.algorithm.Grant;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Step;
import dev.ratelimit.core.algorithm.Verdict;
import org.jspecify.annotations.Nullable;

/** One key, its store and its clock, which a test sets as it likes. */
final class Key {

  static final long MILLI = 1_000;
  static final long SECOND = 1_000_000;
  static final long HOUR = 3_600 * SECOND;

  private BucketUnits units;
  private long micros;
  private @Nullable BucketState state;
  private boolean written;

  private Key(BucketUnits units) {
    this.units = units;
  }

  /** {@return an unknown key at time 0} */
  static Key under(TokenBucket limit) {
    return under(limit.units());
  }

  static Key under(BucketUnits units) {
    return new Key(units);
  }

  Key at(long newMicros) {
    micros = newMicros;
    return this;
  }

  Key advance(long span) {
    return at(micros + span);
  }

  Key changeTo(TokenBucket limit) {
    return changeTo(limit.units());
  }

  Key changeTo(BucketUnits newUnits) {
    units = newUnits;
    return this;
  }

  Verdict check(long cost) {
    return answer(bucket().check(cost));
  }

  Verdict peek(long cost) {
    return answer(bucket().peek(cost));
  }

  Verdict reserve(long cost, long maxWaitMicros) {
    return answer(bucket().reserve(cost, maxWaitMicros));
  }

  Grant take(long want) {
    return answer(bucket().take(want));
  }

  Grant grant(long want) {
    return answer(bucket().grant(want));
  }

  Report spent(Grant lease, long permits) {
    return answer(bucket().spent(lease.generation(), lease.slot(), permits));
  }

  Report giveBack(Grant lease, long permits) {
    return answer(bucket().giveBack(lease.generation(), lease.slot(), permits));
  }

  Report refund(long permits) {
    return answer(bucket().refund(permits));
  }

  Report reset() {
    return answer(bucket().reset());
  }

  /** {@return the whole permits available now} */
  long level() {
    return bucket().peek(0).answer().report().remaining();
  }

  /** {@return what is stored} */
  @Nullable BucketState state() {
    return state;
  }

  /** {@return whether the last operation wrote} */
  boolean written() {
    return written;
  }

  long micros() {
    return micros;
  }

  private Bucket bucket() {
    return Bucket.at(state, units, micros);
  }

  private <A> A answer(Step<A> step) {
    state = (BucketState) step.state();
    written = step.written();
    return step.answer();
  }
}
