package dev.ratelimit.local.lease;

import dev.ratelimit.TimeSource;

/**
 * How fast things go between this process and the store, and which keys bear leases at that.
 * Thread-safe.
 */
final class Pace {

  private static final long FIRST_GUESS_MICROS = 1_000;
  private static final long MEMORY = 8;
  private static final long LEAST_TERM_MICROS = 20_000;
  private static final long LEAST_ROUND_TRIPS = 4;
  private static final long LONGER = 4;

  private final TimeSource time;
  private final LeaseOptions options;
  private volatile long roundTripMicros = FIRST_GUESS_MICROS;

  Pace(TimeSource time, LeaseOptions options) {
    this.time = time;
    this.options = options;
  }

  long micros() {
    return time.micros();
  }

  TimeSource time() {
    return time;
  }

  long roundTripMicros() {
    return roundTripMicros;
  }

  /** A call was answered. Of two that end at once, one may not count. */
  void took(long micros) {
    long known = roundTripMicros;
    roundTripMicros = known + (Math.max(1, micros) - known) / MEMORY;
  }

  /** {@return whether keys under a rule can be leased, if the store is quick} */
  boolean bears(LeaseTerms terms) {
    return !options.strict()
        && terms.burst() >= options.leastBurst()
        && terms.termMicros() >= LEAST_TERM_MICROS;
  }

  /** {@return whether the store is quick enough for leases under a rule} */
  boolean keepsUp(LeaseTerms terms) {
    return terms.termMicros() >= LEAST_ROUND_TRIPS * roundTripMicros;
  }

  /** {@return how long the store is not asked, between the rule's pause and a quarter more} */
  long pauseMicros(LeaseTerms terms, String key, long nowMicros) {
    long mixed = mix(options.seed() + nowMicros * 31 + key.hashCode());
    return terms.pauseMicros() + Math.floorMod(mixed, terms.pauseMicros() / LONGER + 1);
  }

  /** Source: the finalizer of MurmurHash3, as in SplittableRandom. */
  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
