package dev.ratelimit;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A shared store did not answer in time, or could not. Never a denial: whether the request may go
 * ahead is not known.
 *
 * <p>It has no stack trace of its own: where it is thrown says nothing, and an outage throws many.
 *
 * <p>Immutable.
 */
@SuppressWarnings("exports") // JSpecify's annotations are not needed at run time
public final class StoreException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What is known of the request's charge. */
  public enum Charge {
    /** The request was not sent: nothing is charged, now or later. */
    NONE,
    /** The request was sent and its answer is not known: it is charged once or not at all. */
    UNCERTAIN
  }

  /** What went wrong: few enough to count by. */
  public enum Kind {
    /** It was not asked: it is degraded, or has too much to do. */
    NOT_ASKED,
    /** It was asked and has not answered in time. */
    NO_ANSWER,
    /** There is no connection to it. */
    NOT_CONNECTED,
    /** It refused, as it is now: loading, out of memory, read-only. */
    REFUSED,
    /** It refuses until somebody changes something: a right, a password, a setting. */
    MISCONFIGURED,
    /** It answered what no answer of it can be. */
    NOT_UNDERSTOOD
  }

  /** What went wrong. */
  private final Kind kind;

  /** What the charge is known to be. */
  private final Charge charge;

  /** How long from its creation until the store is tried again. */
  private final Duration nextProbe;

  /**
   * Makes one, of {@link Kind#NOT_ASKED} if nothing was charged, else of {@link Kind#NO_ANSWER}.
   *
   * @param message what went wrong
   * @param cause what the driver said, {@code null} if it said nothing
   * @param charge what is known of the request's charge
   * @param nextProbe how long until the store is tried again, not negative
   * @throws IllegalArgumentException if {@code nextProbe} is negative
   */
  public StoreException(
      String message, @Nullable Throwable cause, Charge charge, Duration nextProbe) {
    super(message, cause, false, false);
    this.charge = Objects.requireNonNull(charge, "charge");
    this.nextProbe = Objects.requireNonNull(nextProbe, "nextProbe");
    this.kind = charge == Charge.NONE ? Kind.NOT_ASKED : Kind.NO_ANSWER;
    if (nextProbe.isNegative()) {
      throw new IllegalArgumentException("nextProbe must be at least PT0S, was " + nextProbe);
    }
  }

  private StoreException(StoreException like, Kind kind) {
    super(like.getMessage(), like.getCause(), false, false);
    this.charge = like.charge;
    this.nextProbe = like.nextProbe;
    this.kind = Objects.requireNonNull(kind, "kind");
  }

  /**
   * {@return the same, of another kind}
   *
   * @param kind what went wrong
   */
  public StoreException withKind(Kind kind) {
    return new StoreException(this, kind);
  }

  /** {@return what went wrong} */
  public Kind kind() {
    return kind;
  }

  /** {@return what is known of the request's charge} */
  public Charge charge() {
    return charge;
  }

  /** {@return how long until the store is tried again: zero if the next request tries it} */
  public Duration nextProbe() {
    return nextProbe;
  }
}
