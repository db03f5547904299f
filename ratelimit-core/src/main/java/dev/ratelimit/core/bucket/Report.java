package dev.ratelimit.core.bucket;

/**
 * What is said of a key after an operation.
 *
 * @param limit the burst
 * @param remaining whole permits available, the level
 * @param resetAfterMicros until the key is full again, 0 if it is
 */
public record Report(long limit, long remaining, long resetAfterMicros) {}
