package dev.ratelimit.benchmarks.capacity;

/**
 * How many servers are needed, each used half.
 *
 * @param forCores so that no core is used for more
 * @param forNetwork so that no network is
 * @param forMemory so that no memory is
 */
record Servers(long forCores, long forNetwork, long forMemory) {

  /** The part of a server that is planned with. */
  static final double USED = 0.5;

  /** What a server can send, and receive, in a second: 1 Gbit. */
  static final double NETWORK_BYTES = 125e6;

  /** What a server has. */
  static final double MEMORY_BYTES = 8e9;

  static Servers of(Price price, double bytesPerKey, long checksPerSecond, long keys) {
    return new Servers(
        rounded(price.cores(checksPerSecond)),
        rounded(price.networkBytes(checksPerSecond) / NETWORK_BYTES),
        rounded(keys * bytesPerKey / MEMORY_BYTES));
  }

  private static long rounded(double servers) {
    return (long) Math.ceil(servers / USED);
  }

  /** {@return how many that makes} */
  long all() {
    return Math.max(forCores, Math.max(forNetwork, forMemory));
  }

  /** {@return what they are needed for} */
  String scarce() {
    return all() == 1
        ? "-"
        : all() == forCores ? "CPU" : all() == forNetwork ? "network" : "memory";
  }
}
