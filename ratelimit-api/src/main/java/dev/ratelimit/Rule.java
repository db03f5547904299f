package dev.ratelimit;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A limit and the name under which decisions report it.
 *
 * <p>The trap: names and tags are what metrics are counted by, so they should be few. A rule that
 * is made for one key, such as a tenant with a limit of its own, should have a name that it shares
 * with others of its kind.
 *
 * <p>Immutable.
 *
 * @param name what {@link Decision#ruleName()} says; not blank
 * @param limit what a key under this rule may spend
 * @param ownFallback who answers for this rule while a shared store cannot be asked, if not whom
 *     the limiter says; limiters without a fallback ignore it
 * @param tags by what metrics tell rules apart beside their names, as in {@code plan=free}
 */
public record Rule(
    String name, Limit limit, Optional<Fallback> ownFallback, Map<String, String> tags) {

  /** The name of a rule that was given none. */
  public static final String DEFAULT_NAME = "default";

  /**
   * Checks the name and the tags.
   *
   * @param name not blank
   * @param limit any
   * @param ownFallback any
   * @param tags not blank, neither names nor values
   * @throws IllegalArgumentException if one is blank
   */
  public Rule {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(limit, "limit");
    Objects.requireNonNull(ownFallback, "ownFallback");
    tags = Map.copyOf(tags);
    requireNotBlank("name", name);
    tags.forEach(
        (tag, value) -> {
          requireNotBlank("tag", tag);
          requireNotBlank("value of tag " + tag, value);
        });
  }

  /**
   * Makes a rule without a fallback of its own.
   *
   * @param name not blank
   * @param limit any
   * @throws IllegalArgumentException if the name is blank
   */
  public Rule(String name, Limit limit) {
    this(name, limit, Optional.empty(), Map.of());
  }

  /**
   * {@return the same rule with a fallback of its own}
   *
   * @param fallback who answers while a shared store cannot be asked
   */
  public Rule withFallback(Fallback fallback) {
    return new Rule(name, limit, Optional.of(fallback), tags);
  }

  /**
   * {@return the same rule with a tag, in place of one of that name}
   *
   * @param tag its name, not blank
   * @param value its value, not blank, one of a few
   * @throws IllegalArgumentException if one is blank
   */
  public Rule withTag(String tag, String value) {
    Map<String, String> more = new HashMap<>(tags);
    more.put(tag, value);
    return new Rule(name, limit, ownFallback, more);
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

  private static void requireNotBlank(String what, String value) {
    if (value.isBlank()) {
      throw new IllegalArgumentException(what + " must not be blank, was \"" + value + "\"");
    }
  }
}
