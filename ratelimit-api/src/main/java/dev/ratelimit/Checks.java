package dev.ratelimit;

/** Checks of arguments, whose messages name the argument, the value and the bound. */
final class Checks {

  private Checks() {}

  static void inRange(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " must be from " + least + " to " + most + ", was " + value);
    }
  }
}
