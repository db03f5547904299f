package dev.ratelimit.redis.protocol;

import dev.ratelimit.core.algorithm.Grant;
import dev.ratelimit.core.algorithm.LimitedKey;
import dev.ratelimit.core.algorithm.Owed;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Step;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.bucket.Bucket;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.LeasedPermits;
import java.util.function.Function;

/**
 * One operation on a key: what is sent of it, and how its answer follows from the state that the
 * script found.
 *
 * @param <A> the kind of answer
 */
public final class Operation<A> {

  private static final int CHECK = 1;
  private static final int RESERVE = 2;
  private static final int TAKE = 3;
  private static final int GRANT = 4;
  private static final int SPENT = 5;
  private static final int RETURN = 6;
  private static final int REFUND = 7;
  private static final int RESET = 8;
  private static final int PEEK = 9;
  private static final int CHECKS = 10;

  private static final byte[] NOTHING = {};
  private static final long NO_COST = -1;

  private final byte[] packed;
  private final long cost;
  private final boolean check;
  private final Function<LimitedKey, Step<A>> answer;

  private Operation(byte[] packed, long cost, Function<LimitedKey, Step<A>> answer) {
    this(packed, cost, false, answer);
  }

  private Operation(byte[] packed, long cost, boolean check, Function<LimitedKey, Step<A>> answer) {
    this.packed = packed;
    this.cost = cost;
    this.check = check;
    this.answer = answer;
  }

  /** {@return what is sent; empty if the script has nothing to do for it} */
  public byte[] packed() {
    return packed;
  }

  /** {@return whether it is a check} */
  public boolean isCheck() {
    return check;
  }

  /** {@return whether it is a check that the script decides, of the same cost as another} */
  public boolean isRepeatedBy(Operation<?> other) {
    return check && other.check && cost == other.cost && packed.length > 0;
  }

  /** {@return whether it asks for the permits of a cost, all or none} */
  public boolean isOfACost() {
    return cost != NO_COST;
  }

  /** {@return what it asks for, if it {@link #isOfACost}} */
  public long cost() {
    return cost;
  }

  /** {@return what the operation makes of a key} */
  public Step<A> on(LimitedKey key) {
    return answer.apply(key);
  }

  /** {@return what is sent to look at a key for a cost, or for one that its limit knows} */
  public static byte[] look(long cost, long most) {
    return packed(PEEK, Math.max(1, Math.min(cost, most)));
  }

  /** {@return what is sent of checks that are {@link #isRepeatedBy} each other} */
  public static byte[] checks(long cost, int times) {
    return packed(CHECKS, cost, times);
  }

  static Operation<Verdict> peek(long cost) {
    return new Operation<>(NOTHING, cost, key -> key.peek(cost));
  }

  static Operation<Verdict> check(Terms terms, long cost) {
    byte[] packed = terms.isChargeable(cost) ? packed(CHECK, cost) : NOTHING;
    return new Operation<>(packed, cost, true, key -> key.check(cost));
  }

  static Operation<Verdict> reserve(Terms terms, Hold hold) {
    long cost = hold.cost();
    long maxWait = hold.maxWaitMicros();
    byte[] packed = terms.isChargeable(cost) ? packed(RESERVE, cost, maxWait) : NOTHING;
    return new Operation<>(packed, cost, key -> key.reserve(cost, maxWait));
  }

  static Operation<Grant> take(Terms terms, long want) {
    return new Operation<>(wanted(TAKE, terms, want), NO_COST, key -> key.take(want));
  }

  static Operation<Grant> grant(Terms terms, long want) {
    return leasing(wanted(GRANT, terms, want), bucket -> bucket.grant(want));
  }

  static Operation<Owed> owed() {
    return leasing(NOTHING, Bucket::owed);
  }

  static Operation<Report> spent(LeasedPermits leased) {
    return leasing(
        released(SPENT, leased),
        bucket -> bucket.spent(leased.id().generation(), leased.id().slot(), leased.permits()));
  }

  static Operation<Report> giveBack(LeasedPermits leased) {
    return leasing(
        released(RETURN, leased),
        bucket -> bucket.giveBack(leased.id().generation(), leased.id().slot(), leased.permits()));
  }

  /** Only token buckets lease. */
  private static <A> Operation<A> leasing(byte[] packed, Function<Bucket, Step<A>> answer) {
    return new Operation<>(packed, NO_COST, key -> answer.apply((Bucket) key));
  }

  static Operation<Report> refund(long permits) {
    byte[] packed = permits == 0 ? NOTHING : packed(REFUND, Terms.cutRefund(permits));
    return new Operation<>(packed, NO_COST, key -> key.refund(permits));
  }

  static Operation<Report> reset() {
    return new Operation<>(packed(RESET), NO_COST, LimitedKey::reset);
  }

  private static byte[] wanted(int code, Terms terms, long want) {
    return want == 0 ? NOTHING : packed(code, Math.min(want, terms.most()));
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
