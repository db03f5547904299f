package dev.ratelimit.benchmarks.compare;

import java.util.Locale;

/** What is measured, per operation or per key. */
public enum Metric {
  /** Time of the thread that checks. */
  WALL("ns"),
  /** Processor time of the whole process, housekeeping in other threads included. */
  CPU("ns"),
  /** What is allocated. */
  ALLOCATION("B"),
  /** What stays on the heap. */
  HEAP("B");

  private final String unit;

  Metric(String unit) {
    this.unit = unit;
  }

  String format(double value) {
    return String.format(Locale.ROOT, "%.1f %s", value, unit);
  }
}
