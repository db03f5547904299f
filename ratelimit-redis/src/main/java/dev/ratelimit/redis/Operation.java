package dev.ratelimit.redis;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.core.algorithm.Grant;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Step;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.bucket.Bucket;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.LeasedPermits;
import java.util.function.Function;

/**
 * One operation on a token bucket: what is sent of it, and how its answer follows from the state
 * that the script found. The same pure function that decides in process says here what the script
 * decided.
 *
 * @param <A> the kind of answer
 */
final class Operation<A> {

  private static final int CHECK = 1;
  private static final int RESERVE = 2;
  private static final int TAKE = 3;
  private static final int GRANT = 4;
  private static final int SPENT = 5;
  private static final int RETURN = 6;
  private static final int REFUND = 7;
  private static final int RESET = 8;

  private static final byte[] NOTHING = {};

  private final byte[] packed;
  private final Function<Bucket, Step<A>> answer;

  private Operation(byte[] packed, Function<Bucket, Step<A>> answer) {
    this.packed = packed;
    this.answer = answer;
  }

  /** {@return what is sent; empty if the script has nothing to do for it} */
  byte[] packed() {
    return packed;
  }

  /** {@return what the operation makes of a bucket} */
  Step<A> on(Bucket bucket) {
    return answer.apply(bucket);
  }

  static Operation<Verdict> peek(long cost) {
    return new Operation<>(NOTHING, bucket -> bucket.peek(cost));
  }

  static Operation<Verdict> check(BucketUnits limit, long cost) {
    byte[] packed = chargeable(limit, cost) ? packed(CHECK, cost) : NOTHING;
    return new Operation<>(packed, bucket -> bucket.check(cost));
  }

  static Operation<Verdict> reserve(BucketUnits limit, Hold hold) {
    long cost = hold.cost();
    long maxWait = hold.maxWaitMicros();
    byte[] packed = chargeable(limit, cost) ? packed(RESERVE, cost, maxWait) : NOTHING;
    return new Operation<>(packed, bucket -> bucket.reserve(cost, maxWait));
  }

  static Operation<Grant> take(BucketUnits limit, long want) {
    return new Operation<>(wanted(TAKE, limit, want), bucket -> bucket.take(want));
  }

  static Operation<Grant> grant(BucketUnits limit, long want) {
    return new Operation<>(wanted(GRANT, limit, want), bucket -> bucket.grant(want));
  }

  static Operation<Report> spent(LeasedPermits leased) {
    return new Operation<>(
        released(SPENT, leased),
        bucket -> bucket.spent(leased.id().generation(), leased.id().slot(), leased.permits()));
  }

  static Operation<Report> giveBack(LeasedPermits leased) {
    return new Operation<>(
        released(RETURN, leased),
        bucket -> bucket.giveBack(leased.id().generation(), leased.id().slot(), leased.permits()));
  }

  static Operation<Report> refund(long permits) {
    byte[] packed =
        permits == 0 ? NOTHING : packed(REFUND, Math.min(permits, BucketUnits.MAX_DEBT));
    return new Operation<>(packed, bucket -> bucket.refund(permits));
  }

  static Operation<Report> reset() {
    return new Operation<>(packed(RESET), Bucket::reset);
  }

  private static boolean chargeable(BucketUnits limit, long cost) {
    return cost > 0 && cost <= limit.burst();
  }

  private static byte[] wanted(int code, BucketUnits limit, long want) {
    return want == 0 ? NOTHING : packed(code, Math.min(want, limit.burst()));
  }

  private static byte[] released(int code, LeasedPermits leased) {
    return packed(code, leased.id().generation(), leased.id().slot(), leased.permits());
  }

  private static byte[] packed(int code, long... amounts) {
    Packing operation = new Packing(1 + amounts.length * Double.BYTES).code(code);
    for (long amount : amounts) {
      operation.number(amount);
    }
    return operation.array();
  }
}
