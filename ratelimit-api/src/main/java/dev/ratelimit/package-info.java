/**
 * Rate limiting as an application sees it: ask a {@link dev.ratelimit.Limiter}, get a {@link
 * dev.ratelimit.Decision}.
 *
 * <p>Times are microseconds since the Unix epoch inside, {@link java.time.Duration} and {@link
 * java.time.Instant} outside. All arithmetic is on integers, and every duration is rounded up, so
 * that waiting exactly as long as told is always enough.
 */
@NullMarked
package dev.ratelimit;

import org.jspecify.annotations.NullMarked;
