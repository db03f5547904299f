package dev.ratelimit.benchmarks.capacity;

/**
 * What a check costs a server.
 *
 * @param way in which it gets there
 * @param references processor time, in parts of REF
 * @param nanos processor time
 * @param receivedBytes what the server reads
 * @param sentBytes what it writes
 */
record Price(String way, double references, double nanos, double receivedBytes, double sentBytes) {

  private static final double NANOS_PER_SECOND = 1e9;

  /** {@return how many cores are busy} */
  double cores(long checksPerSecond) {
    return checksPerSecond * nanos / NANOS_PER_SECOND;
  }

  /** {@return what goes the way that has more to carry, in a second} */
  double networkBytes(long checksPerSecond) {
    return checksPerSecond * Math.max(receivedBytes, sentBytes);
  }
}
