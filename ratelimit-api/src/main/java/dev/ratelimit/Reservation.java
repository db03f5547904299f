package dev.ratelimit;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Permits taken now to be used after a wait, or the refusal to take them.
 *
 * <p>Thread-safe: {@link #cancel()} gives the permits back once, whoever calls it.
 *
 * <pre>{@code
 * Reservation reservation = limiter.reserve("job", 5, Duration.ofSeconds(2));
 * if (reservation.allowed()) {
 *   runAfter(reservation.waitTime());
 * }
 * }</pre>
 */
public final class Reservation implements Cancellable {

  private final Decision decision;
  private final Duration waitTime;
  private final Runnable giveBack;
  private final AtomicBoolean settled;

  private Reservation(Decision decision, Duration waitTime, Runnable giveBack, boolean settled) {
    this.decision = Objects.requireNonNull(decision, "decision");
    this.waitTime = waitTime;
    this.giveBack = giveBack;
    this.settled = new AtomicBoolean(settled);
  }

  /**
   * {@return a granted reservation}
   *
   * @param decision an allowed decision
   * @param waitTime how long to wait before the permits are used, not negative
   * @param giveBack gives the permits back; run at most once
   */
  public static Reservation granted(Decision decision, Duration waitTime, Runnable giveBack) {
    if (!decision.allowed()) {
      throw new IllegalArgumentException("decision must be allowed, was " + decision);
    }
    if (waitTime.isNegative()) {
      throw new IllegalArgumentException("waitTime must be at least PT0S, was " + waitTime);
    }
    return new Reservation(decision, waitTime, Objects.requireNonNull(giveBack), false);
  }

  /**
   * {@return a refused reservation: nothing was taken}
   *
   * @param decision a decision that is not allowed
   */
  public static Reservation refused(Decision decision) {
    if (decision.allowed()) {
      throw new IllegalArgumentException("decision must not be allowed, was " + decision);
    }
    return new Reservation(decision, Duration.ZERO, () -> {}, true);
  }

  /** {@return whether the permits were taken} */
  public boolean allowed() {
    return decision.allowed();
  }

  /** {@return the decision; of a refusal, {@code retryAfter} says when it would be granted} */
  public Decision decision() {
    return decision;
  }

  /** {@return how long to wait, from the decision on, before the permits are used} */
  public Duration waitTime() {
    return waitTime;
  }

  /**
   * Gives the permits back, the first time; a refusal has none to give.
   *
   * <p>They can be had again at once. Who reserved behind this one keeps its time, so permits had
   * again may be used at the same time as those.
   *
   * @return whether this call gave them back
   */
  @Override
  public boolean cancel() {
    if (!settled.compareAndSet(false, true)) {
      return false;
    }
    giveBack.run();
    return true;
  }

  @Override
  public String toString() {
    return decision + (allowed() ? " wait=" + waitTime : "");
  }
}
