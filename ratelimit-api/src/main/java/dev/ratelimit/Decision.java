package dev.ratelimit;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * The answer to a request: whether it may go ahead, and what the caller may be told.
 *
 * <p>The trap: {@link #retryAfter()} of an answer that is {@link Outcome#NEVER} is {@link
 * ChronoUnit#FOREVER}; render no header from it.
 *
 * <p>Durations are exact in decisions of origin {@link Origin#LOCAL} and {@link Origin#STORE}:
 * without other traffic the same request succeeds after exactly {@code retryAfter}, and not one
 * microsecond earlier.
 *
 * <p>Immutable. Two decisions are equal if all they report is.
 *
 * <pre>{@code
 * Decision decision = Decision.denied(100, 0, Duration.ofMillis(250));
 * boolean allowed = decision.allowed(); // false
 * Duration pause = decision.retryAfter(); // PT0.25S
 * }</pre>
 */
public final class Decision {

  /*
   * 40 bytes on a 64-bit JVM: a basis that the decisions of a rule share, and three numbers. What
   * x and y mean, only the basis knows. A store that hands in the debt pays for no division that
   * nobody asks for: remaining and the durations are worked out when they are read.
   */
  private final Basis basis;
  private final long x;
  private final long y;
  private final long atMicros;

  Decision(Basis basis, long x, long y, long atMicros) {
    this.basis = basis;
    this.x = x;
    this.y = y;
    this.atMicros = atMicros;
  }

  /**
   * {@return an allowed decision}
   *
   * <p>Like all that are made by hand, it says {@link Origin#LOCAL}, full again at once, decided at
   * the epoch, of the rule {@value Rule#DEFAULT_NAME}; {@link #toBuilder()} changes that.
   *
   * @param limit the most permits at one instant, at least 0
   * @param remaining whole permits left, from 0 to {@code limit}
   */
  public static Decision allowed(long limit, long remaining) {
    return new DecisionBuilder(Outcome.ALLOWED, limit, remaining, 0).build();
  }

  /**
   * {@return a denied decision}
   *
   * @param limit the most permits at one instant, at least 0
   * @param remaining whole permits left, from 0 to {@code limit}
   * @param retryAfter when to try again, more than 0; rounded up to whole microseconds
   */
  public static Decision denied(long limit, long remaining, Duration retryAfter) {
    long micros = Micros.roundedUp("retryAfter", retryAfter);
    return new DecisionBuilder(Outcome.DENIED, limit, remaining, micros).build();
  }

  /**
   * {@return a decision that denies what no amount of waiting can grant}
   *
   * @param limit the most permits at one instant, at least 0
   * @param remaining whole permits left, from 0 to {@code limit}
   */
  public static Decision never(long limit, long remaining) {
    return new DecisionBuilder(Outcome.NEVER, limit, remaining, 0).build();
  }

  /** {@return a builder that starts from what this decision reports} */
  public DecisionBuilder toBuilder() {
    return new DecisionBuilder(
            outcome(), limit(), remaining(), basis.retryAfterMicros(x, y, atMicros))
        .resetAfterMicros(resetAfterMicros())
        .atMicros(atMicros)
        .provenance(basis.provenance());
  }

  /** {@return whether the request may go ahead} */
  public boolean allowed() {
    return outcome() == Outcome.ALLOWED;
  }

  /** {@return how the request was answered} */
  public Outcome outcome() {
    return basis.outcome(x, y);
  }

  /** {@return the most permits that the key can have at one instant: a token bucket's burst} */
  public long limit() {
    return basis.limit();
  }

  /** {@return whole permits left after this decision, from 0 to {@link #limit()}} */
  public long remaining() {
    return basis.remaining(x, y);
  }

  /**
   * {@return how long until the same request succeeds: zero if it was allowed, {@link
   * ChronoUnit#FOREVER} if it never will}
   */
  public Duration retryAfter() {
    return outcome() == Outcome.NEVER
        ? ChronoUnit.FOREVER.getDuration()
        : Micros.toDuration(basis.retryAfterMicros(x, y, atMicros));
  }

  /** {@return how long until the key is full again, if nothing else happens} */
  public Duration resetAfter() {
    return Micros.toDuration(resetAfterMicros());
  }

  /** {@return when the key is full again, if nothing else happens} */
  public Instant resetAt() {
    return Micros.toInstant(atMicros).plus(resetAfter());
  }

  private long resetAfterMicros() {
    return basis.resetAfterMicros(x, y, atMicros);
  }

  /** {@return who decided} */
  public Origin origin() {
    return basis.provenance().origin();
  }

  /** {@return whether this answer stands in for a store that could not be asked} */
  public boolean degraded() {
    return basis.provenance().degraded();
  }

  /** {@return the name of the rule that decided} */
  public String ruleName() {
    return basis.provenance().ruleName();
  }

  /** {@return which of several limits on the key is reported, counted from 0} */
  public int binding() {
    return basis.provenance().binding();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Decision that
        && outcome() == that.outcome()
        && limit() == that.limit()
        && remaining() == that.remaining()
        && retryAfter().equals(that.retryAfter())
        && resetAt().equals(that.resetAt())
        && resetAfterMicros() == that.resetAfterMicros()
        && basis.provenance().equals(that.basis.provenance());
  }

  @Override
  public int hashCode() {
    return Objects.hash(outcome(), limit(), remaining(), retryAfter(), resetAt(), ruleName());
  }

  @Override
  public String toString() {
    return outcome()
        + (outcome() == Outcome.DENIED ? " retryAfter=" + retryAfter() : "")
        + " remaining="
        + remaining()
        + "/"
        + limit()
        + " resetAfter="
        + resetAfter()
        + " rule="
        + ruleName()
        + " origin="
        + origin()
        + (degraded() ? " degraded" : "");
  }
}
