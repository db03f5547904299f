package dev.ratelimit;

import java.time.Duration;
import java.time.Instant;

/**
 * Changes what a {@link Decision} reports beside its outcome, for tests and for stores.
 *
 * <p>Not thread-safe.
 *
 * <pre>{@code
 * Decision decision =
 *     Decision.allowed(10, 9).toBuilder().resetAfter(Duration.ofSeconds(1)).ruleName("free").build();
 * }</pre>
 */
public final class DecisionBuilder {

  private final Outcome outcome;
  private final long limit;
  private final long remaining;
  private final long retryAfterMicros;
  private long resetAfterMicros;
  private long atMicros;
  private Provenance provenance = Provenance.of(Origin.LOCAL, Rule.DEFAULT_NAME);

  DecisionBuilder(Outcome outcome, long limit, long remaining, long retryAfterMicros) {
    this.outcome = outcome;
    this.limit = limit;
    this.remaining = remaining;
    this.retryAfterMicros = retryAfterMicros;
  }

  /**
   * {@return a builder of an allowed decision, as {@link Decision#allowed} makes}
   *
   * @param limit the most permits at one instant, at least 0
   * @param remaining whole permits left, from 0 to {@code limit}
   */
  public static DecisionBuilder allowed(long limit, long remaining) {
    return new DecisionBuilder(Outcome.ALLOWED, limit, remaining, 0);
  }

  /**
   * {@return a builder of a denied decision, as {@link Decision#denied} makes}
   *
   * @param limit the most permits at one instant, at least 0
   * @param remaining whole permits left, from 0 to {@code limit}
   * @param retryAfterMicros when to try again in microseconds, at least 1
   */
  public static DecisionBuilder denied(long limit, long remaining, long retryAfterMicros) {
    return new DecisionBuilder(Outcome.DENIED, limit, remaining, retryAfterMicros);
  }

  /**
   * {@return a builder of a decision that no amount of waiting changes, as {@link Decision#never}
   * makes}
   *
   * @param limit the most permits at one instant, at least 0
   * @param remaining whole permits left, from 0 to {@code limit}
   */
  public static DecisionBuilder never(long limit, long remaining) {
    return new DecisionBuilder(Outcome.NEVER, limit, remaining, 0);
  }

  /**
   * Sets how long until the key is full again.
   *
   * @param resetAfter not negative; rounded up to whole microseconds
   * @return this
   */
  public DecisionBuilder resetAfter(Duration resetAfter) {
    return resetAfterMicros(Micros.roundedUp("resetAfter", resetAfter));
  }

  /**
   * Sets when the decision was made, from which {@link Decision#resetAt()} counts.
   *
   * @param instant rounded down to whole microseconds
   * @return this
   */
  public DecisionBuilder at(Instant instant) {
    return atMicros(Micros.since1970("instant", instant));
  }

  /**
   * Sets who decided.
   *
   * @param origin who
   * @return this
   */
  public DecisionBuilder origin(Origin origin) {
    return provenance(
        new Provenance(origin, provenance.ruleName(), provenance.degraded(), provenance.binding()));
  }

  /**
   * Sets the name of the rule that decided.
   *
   * @param ruleName its name
   * @return this
   */
  public DecisionBuilder ruleName(String ruleName) {
    return provenance(
        new Provenance(provenance.origin(), ruleName, provenance.degraded(), provenance.binding()));
  }

  /**
   * Says that this answer stands in for a store that could not be asked.
   *
   * @return this
   */
  public DecisionBuilder degraded() {
    return provenance(
        new Provenance(provenance.origin(), provenance.ruleName(), true, provenance.binding()));
  }

  /**
   * Sets which of several limits on the key is reported.
   *
   * @param binding its index, at least 0
   * @return this
   */
  public DecisionBuilder binding(int binding) {
    return provenance(
        new Provenance(provenance.origin(), provenance.ruleName(), provenance.degraded(), binding));
  }

  /**
   * {@return the decision}
   *
   * @throws IllegalArgumentException if a value is out of its range
   */
  public Decision build() {
    return new Decision(
        new Values(outcome, limit, remaining, retryAfterMicros, resetAfterMicros, provenance),
        0,
        0,
        atMicros);
  }

  /**
   * Sets how long until the key is full again.
   *
   * @param micros in microseconds, at least 0
   * @return this
   */
  public DecisionBuilder resetAfterMicros(long micros) {
    resetAfterMicros = micros;
    return this;
  }

  /**
   * Sets when the decision was made, from which {@link Decision#resetAt()} counts.
   *
   * @param micros since the epoch
   * @return this
   */
  public DecisionBuilder atMicros(long micros) {
    atMicros = micros;
    return this;
  }

  DecisionBuilder provenance(Provenance provenance) {
    this.provenance = provenance;
    return this;
  }
}
