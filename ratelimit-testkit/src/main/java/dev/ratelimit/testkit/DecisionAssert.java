package dev.ratelimit.testkit;

import dev.ratelimit.Decision;
import dev.ratelimit.Origin;
import dev.ratelimit.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/**
 * Says what a decision should be. Every failure tells the whole decision.
 *
 * <p>Not thread-safe.
 *
 * <pre>{@code
 * import static dev.ratelimit.testkit.DecisionAssert.assertThat;
 *
 * assertThat(limiter.check("key", 3)).isAllowed().hasRemaining(2);
 * assertThat(limiter.check("key", 3)).isDenied().hasRetryAfter(Duration.ofMillis(100));
 * }</pre>
 */
public final class DecisionAssert extends AbstractAssert<DecisionAssert, Decision> {

  private DecisionAssert(@Nullable Decision actual) {
    super(actual, DecisionAssert.class);
  }

  /**
   * {@return assertions on a decision}
   *
   * @param actual the decision
   */
  public static DecisionAssert assertThat(@Nullable Decision actual) {
    return new DecisionAssert(actual);
  }

  /**
   * Fails unless the request may go ahead.
   *
   * @return this
   */
  public DecisionAssert isAllowed() {
    return has("outcome", Outcome.ALLOWED, decision().outcome());
  }

  /**
   * Fails unless the request may be tried again later; {@link #isNever()} is the other denial.
   *
   * @return this
   */
  public DecisionAssert isDenied() {
    return has("outcome", Outcome.DENIED, decision().outcome());
  }

  /**
   * Fails unless no amount of waiting helps the request.
   *
   * @return this
   */
  public DecisionAssert isNever() {
    return has("outcome", Outcome.NEVER, decision().outcome());
  }

  /**
   * Fails unless the decision reports this limit.
   *
   * @param expected permits
   * @return this
   */
  public DecisionAssert hasLimit(long expected) {
    return has("limit", expected, decision().limit());
  }

  /**
   * Fails unless that many permits are left.
   *
   * @param expected permits
   * @return this
   */
  public DecisionAssert hasRemaining(long expected) {
    return has("remaining", expected, decision().remaining());
  }

  /**
   * Fails unless the same request succeeds after exactly that long.
   *
   * @param expected zero of an allowed request
   * @return this
   */
  public DecisionAssert hasRetryAfter(Duration expected) {
    return has("retryAfter", expected, decision().retryAfter());
  }

  /**
   * Fails unless the key is full again after exactly that long.
   *
   * @param expected zero if it is full
   * @return this
   */
  public DecisionAssert hasResetAfter(Duration expected) {
    return has("resetAfter", expected, decision().resetAfter());
  }

  /**
   * Fails unless the key is full again at exactly that instant.
   *
   * @param expected the instant
   * @return this
   */
  public DecisionAssert hasResetAt(Instant expected) {
    return has("resetAt", expected, decision().resetAt());
  }

  /**
   * Fails unless the decision comes from there.
   *
   * @param expected who decided
   * @return this
   */
  public DecisionAssert hasOrigin(Origin expected) {
    return has("origin", expected, decision().origin());
  }

  /**
   * Fails unless the decision reports this rule.
   *
   * @param expected the rule's name
   * @return this
   */
  public DecisionAssert hasRuleName(String expected) {
    return has("ruleName", expected, decision().ruleName());
  }

  /**
   * Fails unless the answer stands in for a store that could not be asked.
   *
   * @return this
   */
  public DecisionAssert isDegraded() {
    return has("degraded", true, decision().degraded());
  }

  /**
   * Fails if the answer stands in for a store that could not be asked.
   *
   * @return this
   */
  public DecisionAssert isNotDegraded() {
    return has("degraded", false, decision().degraded());
  }

  /**
   * Fails unless the decision reports that one of several limits.
   *
   * @param expected its index, from 0
   * @return this
   */
  public DecisionAssert hasBinding(int expected) {
    return has("binding", expected, decision().binding());
  }

  private Decision decision() {
    isNotNull();
    return Objects.requireNonNull(actual);
  }

  private DecisionAssert has(String what, Object expected, Object found) {
    if (!expected.equals(found)) {
      throw failureWithActualExpected(
          found,
          expected,
          "Expected %s %s, was %s, in:%n  %s resetAt=%s binding=%s",
          what,
          expected,
          found,
          decision(),
          decision().resetAt(),
          decision().binding());
    }
    return this;
  }
}
