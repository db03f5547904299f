package dev.ratelimit.core.algorithm;

import dev.ratelimit.Limit;
import dev.ratelimit.core.Algorithms;
import org.jspecify.annotations.Nullable;

/** One key under any kind of limit, its store and its clock, which a test sets as it likes. */
public final class OneKey {

  private static final String NAME = "key";

  private Algorithm algorithm;
  private long micros;
  private @Nullable KeyState state;
  private boolean written;

  private OneKey(Algorithm algorithm) {
    this.algorithm = algorithm;
  }

  /** {@return an unknown key at time 0} */
  public static OneKey under(Limit limit) {
    return new OneKey(Algorithms.of(limit));
  }

  public OneKey at(long newMicros) {
    micros = newMicros;
    return this;
  }

  public OneKey advance(long span) {
    return at(micros + span);
  }

  public OneKey changeTo(Limit limit) {
    algorithm = Algorithms.of(limit);
    return this;
  }

  /** Puts a state in the store, as another version or another limit may have left it. */
  public OneKey holding(KeyState stored) {
    state = stored;
    return this;
  }

  public Verdict check(long cost) {
    return answer(now().check(cost));
  }

  public Verdict peek(long cost) {
    return answer(now().peek(cost));
  }

  public Verdict reserve(long cost, long maxWaitMicros) {
    return answer(now().reserve(cost, maxWaitMicros));
  }

  public Grant take(long want) {
    return answer(now().take(want));
  }

  public Report refund(long permits) {
    return answer(now().refund(permits));
  }

  public Report reset() {
    return answer(now().reset());
  }

  /** {@return the key at another instant, if nothing else happens} */
  public LimitedKey later(long span) {
    return algorithm.at(state, NAME, micros + span);
  }

  private LimitedKey now() {
    return later(0);
  }

  /** {@return what is stored} */
  public @Nullable KeyState state() {
    return state;
  }

  /** {@return what is stored after a cost was granted} */
  public @Nullable KeyState stateAfter(long cost) {
    check(cost);
    return state;
  }

  /** {@return whether the last operation wrote} */
  public boolean written() {
    return written;
  }

  public long micros() {
    return micros;
  }

  private <A> A answer(Step<A> step) {
    state = step.state();
    written = step.written();
    return step.answer();
  }
}
