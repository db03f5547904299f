package dev.ratelimit.benchmarks.load;

/** How callers check. */
public enum Manner {
  /** Each is a thread that waits for its answer before it checks again. */
  BLOCKING,
  /** Each is a check in flight, whose answer starts the next one. */
  ASYNCHRONOUS
}
