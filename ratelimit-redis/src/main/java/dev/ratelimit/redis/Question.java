package dev.ratelimit.redis;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.Decision;
import dev.ratelimit.core.algorithm.Grant;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.bucket.Debt;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.LeaseCall;
import dev.ratelimit.core.store.LeaseReply;
import dev.ratelimit.core.store.Replies;
import dev.ratelimit.core.store.Taken;
import java.util.ArrayList;
import java.util.List;

/**
 * What a caller of the store asks of one key, and how its reply is read off the answers.
 *
 * @param group what is sent
 * @param reader makes the reply
 * @param <T> the kind of reply
 */
record Question<T>(Group group, Reader<T> reader) {

  /** Makes a reply of the answers to a group's operations. */
  @FunctionalInterface
  interface Reader<T> {
    T read(List<Object> answers, Replies replies);
  }

  static Question<Decision> check(BucketUnits limit, long cost) {
    return of(limit, Operation.check(limit, cost), (answer, replies) -> replies.decision(answer));
  }

  static Question<Decision> peek(BucketUnits limit, long cost) {
    return of(limit, Operation.peek(cost), (answer, replies) -> replies.decision(answer));
  }

  static Question<Held> reserve(BucketUnits limit, Hold hold) {
    Debt.requireReservable(limit, hold.maxWaitMicros());
    return of(limit, Operation.reserve(limit, hold), (answer, replies) -> replies.held(answer));
  }

  static Question<Taken> take(BucketUnits limit, long want) {
    return of(limit, Operation.take(limit, want), (answer, replies) -> replies.taken(answer));
  }

  static Question<Decision> refund(BucketUnits limit, long permits) {
    return of(limit, Operation.refund(permits), (answer, replies) -> replies.state(answer));
  }

  static Question<Decision> reset(BucketUnits limit) {
    return of(limit, Operation.reset(), (answer, replies) -> replies.state(answer));
  }

  /** Reports first, then the check, then the lease, which a denied check does without. */
  static Question<LeaseReply> lease(BucketUnits limit, LeaseCall call) {
    List<Operation<?>> operations = new ArrayList<>();
    call.spent().forEach(leased -> operations.add(Operation.spent(leased)));
    call.returned().forEach(leased -> operations.add(Operation.giveBack(leased)));
    operations.add(Operation.check(limit, call.cost()));
    operations.add(Operation.grant(limit, call.cost() > limit.burst() ? 0 : call.want()));
    int check = operations.size() - 2;
    return new Question<>(
        new Group(limit, operations),
        (answers, replies) -> {
          Verdict verdict = (Verdict) answers.get(check);
          Grant grant = (Grant) answers.get(check + 1);
          return replies.lease(
              replies.decision(verdict), verdict.granted() ? grant : none(grant, verdict));
        });
  }

  private static Grant none(Grant grant, Verdict denied) {
    return new Grant(0, grant.generation(), grant.slot(), 0, denied.report());
  }

  private interface One<A, T> {
    T read(A answer, Replies replies);
  }

  @SuppressWarnings("unchecked")
  private static <A, T> Question<T> of(BucketUnits limit, Operation<A> operation, One<A, T> one) {
    return new Question<>(
        new Group(limit, List.of(operation)),
        (answers, replies) -> one.read((A) answers.get(0), replies));
  }
}
