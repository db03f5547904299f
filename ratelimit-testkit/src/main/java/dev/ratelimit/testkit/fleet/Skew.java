package dev.ratelimit.testkit.fleet;

/**
 * How an instance's clock differs from the true time.
 *
 * @param offsetMicros what it is ahead when the run begins; negative if behind
 * @param driftMillionths by how many microseconds a second it runs fast; negative if slow
 */
record Skew(long offsetMicros, long driftMillionths) {

  static final Skew NONE = new Skew(0, 0);

  private static final long MILLION = 1_000_000;

  static Skew of(long offsetMicros, double rate) {
    if (!(rate >= 0.5 && rate <= 2)) {
      throw new IllegalArgumentException("rate must be from 0.5 to 2, was " + rate);
    }
    return new Skew(offsetMicros, Math.round((rate - 1) * MILLION));
  }

  /** {@return how many microseconds the clock has advanced when so many have truly passed} */
  long shown(long elapsedMicros) {
    return elapsedMicros + Math.floorDiv(elapsedMicros * driftMillionths, MILLION);
  }

  /** {@return how many microseconds have truly passed when the clock has advanced by so many} */
  long elapsedAt(long shownMicros) {
    return -Math.floorDiv(-shownMicros * MILLION, MILLION + driftMillionths);
  }
}
