package dev.ratelimit.core.algorithm;

/**
 * The answer to a take or to a request for a lease.
 *
 * @param granted how many permits, from 0 to what was wanted
 * @param generation of the lease's slot; without meaning for a take
 * @param slot of the lease; without meaning for a take
 * @param retryAfterMicros until one permit is there, if some were wanted and none granted; else 0
 * @param report on the key afterwards
 */
public record Grant(
    long granted, long generation, long slot, long retryAfterMicros, Report report) {}
