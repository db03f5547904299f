package dev.ratelimit;

import java.util.Objects;

/**
 * Who answers while a shared store cannot be asked. There is no default: each choice gives
 * something up.
 *
 * <table>
 * <caption>What each gives up</caption>
 * <tr><th>choice</th><th>a request is</th><th>gives up</th></tr>
 * <tr><td>{@link #open()}</td><td>allowed</td><td>the limit</td></tr>
 * <tr><td>{@link #closed()}</td><td>denied</td><td>the service</td></tr>
 * <tr><td>{@link #local(int)}</td><td>limited to a share</td><td>what uneven traffic needs</td></tr>
 * <tr><td>{@link #local(Membership)}</td><td>limited to a share</td><td>the same</td></tr>
 * <tr><td>{@link #local(Limit)}</td><td>limited as given</td><td>what the sum exceeds</td></tr>
 * </table>
 *
 * <p>In all of them a cost above the rule's limit is {@link Outcome#NEVER}. Immutable.
 */
public sealed interface Fallback {

  /** {@return the fallback that allows everything: there is no bound on what is admitted} */
  static Fallback open() {
    return new Open();
  }

  /** {@return the fallback that denies everything until the store is tried again} */
  static Fallback closed() {
    return new Closed();
  }

  /**
   * {@return the fallback that limits each instance to its share of the rule's limit: a token
   * bucket of the burst divided by {@code instances}, and of the rate divided likewise}
   *
   * @param instances how many instances share the limit, at least 1
   * @throws IllegalArgumentException if it is less than 1
   */
  static Fallback local(int instances) {
    return new Share(instances);
  }

  /**
   * {@return the fallback that limits each instance to its share of the rule's limit, by as many
   * instances as there are: the share follows the number also while the store is away}
   *
   * @param membership knows the number; where it throws, or says less than 1, the last number that
   *     it told holds, and 1 if it never told one
   */
  static Fallback local(Membership membership) {
    return new ShareOf(membership);
  }

  /**
   * {@return the fallback that puts each key under a limit of its own in each instance}
   *
   * @param perInstance what a key may spend in one instance
   */
  static Fallback local(Limit perInstance) {
    return new PerInstance(perInstance);
  }

  /** Allows everything. */
  record Open() implements Fallback {}

  /** Denies everything until the store is tried again. */
  record Closed() implements Fallback {}

  /**
   * Limits each instance to a share of the rule's limit.
   *
   * @param instances how many share the limit
   */
  record Share(int instances) implements Fallback {

    /**
     * Checks the number.
     *
     * @param instances at least 1
     */
    public Share {
      Checks.inRange("instances", instances, 1, Integer.MAX_VALUE);
    }
  }

  /**
   * Limits each instance to a share of the rule's limit.
   *
   * @param membership knows how many share it
   */
  record ShareOf(Membership membership) implements Fallback {

    /**
     * Checks that there is one.
     *
     * @param membership not {@code null}
     */
    public ShareOf {
      Objects.requireNonNull(membership, "membership");
    }
  }

  /**
   * Limits each key in each instance.
   *
   * @param limit what a key may spend in one instance
   */
  record PerInstance(Limit limit) implements Fallback {

    /**
     * Checks that there is a limit.
     *
     * @param limit not {@code null}
     */
    public PerInstance {
      Objects.requireNonNull(limit, "limit");
    }
  }
}
