package dev.ratelimit.examples.chaos;

/**
 * What a fleet admitted of one key under more demand than its limit, and may.
 *
 * @param permits how many it did
 * @param most how many it may
 */
record Admitted(long permits, long most) {

  boolean isKept() {
    return permits <= most;
  }
}
