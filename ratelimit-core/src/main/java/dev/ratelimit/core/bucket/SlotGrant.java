package dev.ratelimit.core.bucket;

/**
 * Permits out on lease that were granted in one lease slot.
 *
 * @param slot which
 * @param permits how many, at least 1
 */
public record SlotGrant(long slot, long permits) {}
