package dev.ratelimit.benchmarks.compare;

/**
 * A row of the report.
 *
 * @param name what is compared with what
 * @param metric in what
 * @param pair the two
 * @param reach what the outcome is held against
 */
public record Row(String name, Metric metric, Pair pair, Reach reach) {}
