package dev.ratelimit.testkit.contract;

import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Request;
import dev.ratelimit.Reservation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A right limiter with one deliberate fault. */
final class BrokenLimiter implements PermitLimiter {

  enum Fault {
    RETRIES_A_MICROSECOND_EARLY,
    CHARGES_FOR_A_PEEK,
    CHARGES_FOR_A_DENIAL,
    CHARGES_SOME_OF_SEVERAL,
    REFUNDS_TWICE,
    CANCELS_TWICE,
    KEEPS_THE_PERMIT_OF_THE_INTERRUPTED,
    ANSWERS_WHEN_CLOSED
  }

  private final PermitLimiter right;
  private final Fault fault;

  BrokenLimiter(PermitLimiter right, Fault fault) {
    this.right = right;
    this.fault = fault;
  }

  @Override
  public Decision check(String key, long cost) {
    Decision decision = right.check(key, cost);
    if (decision.outcome() == Outcome.DENIED && fault == Fault.CHARGES_FOR_A_DENIAL) {
      right.reserve(key, 1, LONGEST_WAIT);
    }
    return decision.outcome() == Outcome.DENIED && fault == Fault.RETRIES_A_MICROSECOND_EARLY
        ? early(decision)
        : decision;
  }

  private static Decision early(Decision decision) {
    Duration early = decision.retryAfter().minusNanos(1_000);
    return early.isZero()
        ? decision
        : Decision.denied(decision.limit(), decision.remaining(), early);
  }

  @Override
  public CompletableFuture<Decision> checkAsync(String key, long cost) {
    return right.checkAsync(key, cost);
  }

  @Override
  public Decision checkAll(List<Request> requests) {
    Decision decision = right.checkAll(requests);
    if (!decision.allowed() && fault == Fault.CHARGES_SOME_OF_SEVERAL) {
      right.reserve(requests.get(0).key(), 1, LONGEST_WAIT);
    }
    return decision;
  }

  @Override
  public Decision peek(String key, long cost) {
    return fault == Fault.CHARGES_FOR_A_PEEK ? right.check(key, cost) : right.peek(key, cost);
  }

  @Override
  public Reservation reserve(String key, long cost, Duration maxWait) {
    Reservation reservation = right.reserve(key, cost, maxWait);
    return reservation.allowed() && fault == Fault.CANCELS_TWICE
        ? Reservation.granted(
            reservation.decision(), reservation.waitTime(), () -> right.refund(key, 2 * cost))
        : reservation;
  }

  @Override
  public Decision acquire(String key, long cost, Duration maxWait) throws InterruptedException {
    try {
      return right.acquire(key, cost, maxWait);
    } catch (InterruptedException e) {
      if (fault == Fault.KEEPS_THE_PERMIT_OF_THE_INTERRUPTED) {
        right.reserve(key, cost, LONGEST_WAIT);
      }
      throw e;
    }
  }

  @Override
  public CompletableFuture<Decision> acquireAsync(String key, long cost, Duration maxWait) {
    return right.acquireAsync(key, cost, maxWait);
  }

  @Override
  public void refund(String key, long permits) {
    right.refund(key, permits);
    if (fault == Fault.REFUNDS_TWICE) {
      right.refund(key, permits);
    }
  }

  @Override
  public void reset(String key) {
    right.reset(key);
  }

  @Override
  public void close() {
    if (fault != Fault.ANSWERS_WHEN_CLOSED) {
      right.close();
    }
  }
}
