package dev.ratelimit.core.store;

import dev.ratelimit.Decision;

/**
 * What became of a reservation.
 *
 * @param decision allowed, and the permits are taken; or not, and its {@code retryAfter} says when
 *     the same reservation would be granted
 * @param waitMicros how long to wait before the permits are used; 0 if refused
 */
public record Held(Decision decision, long waitMicros) {}
