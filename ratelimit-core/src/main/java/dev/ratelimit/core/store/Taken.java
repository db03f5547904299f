package dev.ratelimit.core.store;

import dev.ratelimit.Decision;

/**
 * What a take brought.
 *
 * @param granted how many permits, from 0 to what was wanted
 * @param decision the key's state afterwards: denied if some were wanted and none were there, with
 *     the wait for one
 */
public record Taken(long granted, Decision decision) {}
