package dev.ratelimit.local;

import dev.ratelimit.core.algorithm.KeyState;
import dev.ratelimit.core.algorithm.LimitedKey;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Step;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What one key owes under a limit of another kind than a token bucket, as its algorithm keeps it.
 */
final class StateCell extends Cell {

  /*
   * Threads read the clock before they come here, so one may arrive with an instant before the last
   * write. It is raised to that write: a slower thread is no clock that has gone back.
   */
  private record Kept(
      StateTerms terms, @Nullable KeyState state, long writtenMicros, boolean frozen) {

    LimitedKey at(String key, long micros) {
      return terms.algorithm().at(state, key, Math.max(micros, writtenMicros));
    }

    Report report(String key, long micros) {
      return at(key, micros).peek(0).answer().report();
    }
  }

  private static final VarHandle KEPT;

  static {
    try {
      KEPT = MethodHandles.lookup().findVarHandle(StateCell.class, "kept", Kept.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile Kept kept;

  /** Makes a living cell that owes what a state says, and knows of a write at an instant. */
  StateCell(StateTerms terms, @Nullable KeyState state, long writtenMicros) {
    kept = new Kept(terms, state, writtenMicros, false);
  }

  /** {@return a living cell that owes the same} */
  StateCell alive() {
    Kept seen = kept;
    return new StateCell(seen.terms, seen.state, seen.writtenMicros);
  }

  /**
   * Performs an operation on the key under some terms, which need not be those of the last write.
   *
   * @return the answer and its instant, {@code null} if the cell is frozen
   */
  <A> @Nullable Answered<A> apply(
      String key, StateTerms terms, Function<LimitedKey, Step<A>> operation, long nowMicros) {
    while (true) {
      Kept seen = kept;
      if (seen.frozen) {
        return null;
      }
      long micros = Math.max(nowMicros, seen.writtenMicros);
      Step<A> step = operation.apply(terms.algorithm().at(seen.state, key, micros));
      if (!step.written()) {
        return new Answered<>(step.answer(), micros, false);
      }
      if (KEPT.compareAndSet(this, seen, new Kept(terms, step.state(), micros, false))) {
        return new Answered<>(step.answer(), micros, isOfAnotherLimit(seen, terms));
      }
    }
  }

  @SuppressWarnings("ReferenceEquality") // the usual case, and quicker
  private static boolean isOfAnotherLimit(Kept seen, StateTerms terms) {
    return seen.terms != terms && seen.state != null && !seen.terms.limit().equals(terms.limit());
  }

  @Override
  boolean freezeIfFull(String key, long micros) {
    Kept seen = kept;
    return !seen.frozen
        && micros >= seen.writtenMicros
        && seen.terms.isFull(key, seen.state, micros)
        && KEPT.compareAndSet(this, seen, frozen(seen));
  }

  @Override
  void freeze() {
    Kept seen;
    do {
      seen = kept;
    } while (!seen.frozen && !KEPT.compareAndSet(this, seen, frozen(seen)));
  }

  private static Kept frozen(Kept seen) {
    return new Kept(seen.terms, seen.state, seen.writtenMicros, true);
  }

  @Override
  double owedPart(String key, long micros) {
    Report report = kept.report(key, micros);
    return 1 - (double) report.remaining() / report.limit();
  }

  @Override
  long remember(String key, long micros, Overflow overflow) {
    Kept seen = kept;
    long remembered = Math.max(micros, seen.writtenMicros);
    seen.terms.remember(key, seen.state, remembered, overflow);
    return remembered;
  }
}
