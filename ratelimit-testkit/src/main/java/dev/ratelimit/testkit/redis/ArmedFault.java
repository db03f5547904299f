package dev.ratelimit.testkit.redis;

import dev.ratelimit.testkit.redis.FaultProxy.Fault;
import dev.ratelimit.testkit.redis.FaultProxy.Moment;
import java.util.concurrent.CountDownLatch;

/** A fault that waits for its request. Thread-safe. */
public final class ArmedFault {

  private enum State {
    ARMED,
    FIRED,
    DISARMED
  }

  private final Fault fault;
  private final Moment moment;
  private final String text;
  private final CountDownLatch settled = new CountDownLatch(1);
  private volatile State state = State.ARMED; // leaves ARMED once, before the latch opens

  ArmedFault(Fault fault, Moment moment, String text) {
    this.fault = fault;
    this.moment = moment;
    this.text = text;
  }

  Fault fault() {
    return fault;
  }

  boolean isSetOffBy(Moment present, RespFrame request) {
    return present == moment && request.contains(text);
  }

  /** Whoever sees the effect finds that it has fired; whoever waits finds the effect. */
  void fire(Runnable effect) {
    state = State.FIRED;
    effect.run();
    settled.countDown();
  }

  void disarm() {
    state = State.DISARMED;
    settled.countDown();
  }

  /** {@return whether it has struck} */
  public boolean hasFired() {
    return state == State.FIRED;
  }

  /**
   * Waits until it has struck. There is no time-out; an interrupt ends the wait.
   *
   * @throws InterruptedException if interrupted before or while waiting
   * @throws IllegalStateException if it was disarmed and will never strike
   */
  public void awaitFired() throws InterruptedException {
    settled.await();
    if (state != State.FIRED) {
      throw new IllegalStateException(this + " was disarmed before it could strike");
    }
  }

  @Override
  public String toString() {
    return "ArmedFault[" + fault + " " + moment + (text.isEmpty() ? "" : " of " + text) + "]";
  }
}
