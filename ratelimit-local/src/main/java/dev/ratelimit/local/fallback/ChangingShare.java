package dev.ratelimit.local.fallback;

import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * The share of a rule's limit by the present number of instances. What keys owe under the share of
 * another number is converted as under a changed limit, by what keeps it.
 *
 * <p>Thread-safe. A number that has not changed costs a comparison.
 */
final class ChangingShare implements Supplier<Substitute> {

  private record OfNumber(int number, Substitute substitute) {}

  private final IntSupplier instances;
  private final IntFunction<Substitute> shares;
  private volatile OfNumber present;

  /**
   * Makes one.
   *
   * @param instances the present number
   * @param shares makes the share of a number
   */
  ChangingShare(IntSupplier instances, IntFunction<Substitute> shares) {
    this.instances = instances;
    this.shares = shares;
    int number = instances.getAsInt();
    this.present = new OfNumber(number, shares.apply(number));
  }

  @Override
  public Substitute get() {
    int number = instances.getAsInt();
    OfNumber seen = present;
    if (seen.number != number) {
      seen = new OfNumber(number, shares.apply(number));
      present = seen;
    }
    return seen.substitute;
  }
}
