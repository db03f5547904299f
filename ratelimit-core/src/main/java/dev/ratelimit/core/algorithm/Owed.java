package dev.ratelimit.core.algorithm;

/**
 * What a key under a token bucket owes at an instant.
 *
 * @param debt in the units of its limit
 * @param atMicros the instant, by the clock of the store
 */
public record Owed(long debt, long atMicros) {}
