package dev.ratelimit.benchmarks.compare;

import java.util.Locale;

/** What is measured, for each operation or key where nothing else is said. */
public enum Metric {
  /** Time of the thread that checks. */
  WALL("ns"),
  /** Processor time of the whole process, housekeeping in other threads included. */
  CPU("ns"),
  /** What is allocated. */
  ALLOCATION("B"),
  /** What stays on the heap. */
  HEAP("B"),
  /** Checks of all callers together in a second. */
  RATE("checks/s"),
  /** How long half of the checks took at most. */
  P50("us"),
  /** How long all but a hundredth of the checks took at most. */
  P99("us"),
  /** Processor time of the Redis server. */
  SERVER_CPU("ns"),
  /** How many scripts the Redis server was asked to run. */
  SCRIPT_CALLS("calls"),
  /** What the Redis server received, headers of the network not counted. */
  RECEIVED("B"),
  /** What the Redis server sent. */
  SENT("B"),
  /** What the Redis server keeps in memory. */
  MEMORY("B"),
  /** What was admitted, in parts of what the limit admits. */
  ADMITTED("of the limit");

  private static final double SMALL = 10;

  private final String unit;

  Metric(String unit) {
    this.unit = unit;
  }

  /** {@return a value with its unit} */
  public String format(double value) {
    return (value < SMALL ? Reach.small(value) : String.format(Locale.ROOT, "%.1f", value))
        + " "
        + unit;
  }
}
