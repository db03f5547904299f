package dev.ratelimit.core.algorithm;

/**
 * The answer to a check, a peek or a reservation.
 *
 * @param granted whether the permits were (or would be) taken
 * @param waitMicros how long a granted reservation waits before they are used; else 0
 * @param retryAfterMicros when the same request succeeds; 0 if granted, {@link Wait#NEVER} if it
 *     never does
 * @param report on the key afterwards
 */
public record Verdict(boolean granted, long waitMicros, long retryAfterMicros, Report report) {}
