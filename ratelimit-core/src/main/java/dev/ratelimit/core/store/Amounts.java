package dev.ratelimit.core.store;

/** Checks of amounts, whose messages name the argument, the value and the bound. */
final class Amounts {

  private Amounts() {}

  static void notNegative(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " must be at least 0, was " + value);
    }
  }
}
