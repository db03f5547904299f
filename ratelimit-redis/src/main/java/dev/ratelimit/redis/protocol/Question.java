package dev.ratelimit.redis.protocol;

import dev.ratelimit.Decision;
import dev.ratelimit.core.Reservable;
import dev.ratelimit.core.algorithm.Grant;
import dev.ratelimit.core.algorithm.Owed;
import dev.ratelimit.core.algorithm.Verdict;
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
 * @param operations what is sent
 * @param reader makes the reply
 * @param <T> the kind of reply
 */
public record Question<T>(List<Operation<?>> operations, Reader<T> reader) {

  /** Makes a reply of the answers to a group's operations. */
  @FunctionalInterface
  public interface Reader<T> {

    /**
     * {@return the reply}
     *
     * @param answers to the operations of this question and others
     * @param from where its own begin
     * @param replies makes what callers are told
     */
    T read(List<Object> answers, int from, Replies replies);
  }

  static Question<Decision> check(Terms terms, long cost) {
    return of(Operation.check(terms, cost), (answer, replies) -> replies.decision(answer));
  }

  public static Question<Decision> peek(long cost) {
    return of(Operation.peek(cost), (answer, replies) -> replies.decision(answer));
  }

  public static Question<Held> reserve(Terms terms, Hold hold) {
    Reservable.require(terms.limit(), hold.maxWaitMicros());
    return of(Operation.reserve(terms, hold), (answer, replies) -> replies.held(answer));
  }

  public static Question<Taken> take(Terms terms, long want) {
    terms.requireTakeable();
    return of(Operation.take(terms, want), (answer, replies) -> replies.taken(answer));
  }

  public static Question<Decision> refund(long permits) {
    return of(Operation.refund(permits), (answer, replies) -> replies.state(answer));
  }

  public static Question<Decision> reset() {
    return of(Operation.reset(), (answer, replies) -> replies.state(answer));
  }

  /** Reports first, then the check, then the lease, which a denied check does without. */
  public static Question<LeaseReply> lease(Terms terms, LeaseCall call) {
    terms.requireTakeable();
    List<Operation<?>> operations = new ArrayList<>();
    call.spent().forEach(leased -> operations.add(Operation.spent(leased)));
    call.returned().forEach(leased -> operations.add(Operation.giveBack(leased)));
    operations.add(Operation.check(terms, call.cost()));
    operations.add(Operation.owed());
    operations.add(Operation.grant(terms, call.cost() > terms.most() ? 0 : call.want()));
    int check = operations.size() - 3;
    return new Question<>(
        operations,
        (answers, from, replies) -> {
          Verdict verdict = (Verdict) answers.get(from + check);
          Owed owed = (Owed) answers.get(from + check + 1);
          Grant grant = (Grant) answers.get(from + check + 2);
          return replies.lease(
              replies.decision(verdict), owed, verdict.granted() ? grant : none(grant, verdict));
        });
  }

  private static Grant none(Grant grant, Verdict denied) {
    return new Grant(0, grant.generation(), grant.slot(), 0, denied.report());
  }

  private interface One<A, T> {
    T read(A answer, Replies replies);
  }

  @SuppressWarnings("unchecked")
  private static <A, T> Question<T> of(Operation<A> operation, One<A, T> one) {
    return new Question<>(
        List.of(operation), (answers, from, replies) -> one.read((A) answers.get(from), replies));
  }
}
