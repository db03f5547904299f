package dev.ratelimit.core.window;

/**
 * How many permits have been granted.
 *
 * @param current by the present window
 * @param previous by the one before it
 */
record Counts(long current, long previous) {

  static final Counts NONE = new Counts(0, 0);

  boolean areNone() {
    return current == 0 && previous == 0;
  }

  /** {@return the same after more were granted} */
  Counts plus(long permits) {
    return new Counts(current + permits, previous);
  }

  /** {@return the same after some were given back, as far as the present window has granted any} */
  Counts minus(long permits) {
    return new Counts(current - Math.min(permits, current), previous);
  }

  /** {@return all as granted by the present window, cut to a number whose products are exact} */
  Counts merged(long most) {
    return new Counts(Math.min(current + previous, most), 0);
  }
}
