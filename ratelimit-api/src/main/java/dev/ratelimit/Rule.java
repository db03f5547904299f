package dev.ratelimit;

import java.util.Objects;
import java.util.Optional;

/**
 * A limit and the name under which decisions report it.
 *
 * <p>Immutable.
 *
 * @param name what {@link Decision#ruleName()} says; not blank
 * @param limit what a key under this rule may spend
 * @param ownFallback who answers for this rule while a shared store cannot be asked, if not whom
 *     the limiter says; limiters without a fallback ignore it
 */
public record Rule(String name, Limit limit, Optional<Fallback> ownFallback) {

  /** The name of a rule that was given none. */
  public static final String DEFAULT_NAME = "default";

  /**
   * Checks the name.
   *
   * @param name not blank
   * @param limit any
   * @param ownFallback any
   * @throws IllegalArgumentException if the name is blank
   */
  public Rule {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(limit, "limit");
    Objects.requireNonNull(ownFallback, "ownFallback");
    if (name.isBlank()) {
      throw new IllegalArgumentException("name must not be blank, was \"" + name + "\"");
    }
  }

  /**
   * Makes a rule without a fallback of its own.
   *
   * @param name not blank
   * @param limit any
   * @throws IllegalArgumentException if the name is blank
   */
  public Rule(String name, Limit limit) {
    this(name, limit, Optional.empty());
  }

  /**
   * {@return the same rule with a fallback of its own}
   *
   * @param fallback who answers while a shared store cannot be asked
   */
  public Rule withFallback(Fallback fallback) {
    return new Rule(name, limit, Optional.of(fallback));
  }

  /**
   * {@return a rule of that limit, named {@value #DEFAULT_NAME}}
   *
   * @param limit what a key may spend
   */
  public static Rule of(Limit limit) {
    return new Rule(DEFAULT_NAME, limit);
  }

  /**
   * {@return a rule of that name and limit}
   *
   * @param name what decisions report; not blank
   * @param limit what a key may spend
   */
  public static Rule of(String name, Limit limit) {
    return new Rule(name, limit);
  }
}
