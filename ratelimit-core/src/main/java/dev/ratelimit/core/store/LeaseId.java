package dev.ratelimit.core.store;

/**
 * Which grant a leased permit belongs to.
 *
 * @param generation rises whenever slots lose their meaning
 * @param slot the lease slot of the grant
 */
public record LeaseId(long generation, long slot) {}
