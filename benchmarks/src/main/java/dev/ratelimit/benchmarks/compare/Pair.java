package dev.ratelimit.benchmarks.compare;

/**
 * What a row compares.
 *
 * @param ours what is judged
 * @param peer what it is judged by
 */
public record Pair(Contestant ours, Contestant peer) {}
