package dev.ratelimit;

import java.util.Objects;

/**
 * A limit and the name under which decisions report it.
 *
 * <p>Immutable.
 *
 * @param name what {@link Decision#ruleName()} says; not blank
 * @param limit what a key under this rule may spend
 */
public record Rule(String name, Limit limit) {

  /** The name of a rule that was given none. */
  public static final String DEFAULT_NAME = "default";

  /**
   * Checks the name.
   *
   * @param name not blank
   * @param limit any
   * @throws IllegalArgumentException if the name is blank
   */
  public Rule {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(limit, "limit");
    if (name.isBlank()) {
      throw new IllegalArgumentException("name must not be blank, was \"" + name + "\"");
    }
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
