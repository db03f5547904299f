package dev.ratelimit.core.bucket;

import dev.ratelimit.BucketUnits;

/** A limit before it is divided into units. */
record Terms(long permits, long periodMicros, long burst) {

  BucketUnits units() {
    return BucketUnits.of(permits, periodMicros, burst);
  }

  boolean areLegal() {
    try {
      units();
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
