/**
 * A real Redis for tests and for programs that show something, {@link
 * dev.ratelimit.testkit.redis.RedisServer}, which may be stopped, killed and paused; and a proxy in
 * front of it, {@link dev.ratelimit.testkit.redis.FaultProxy}, that delays, loses and cuts.
 */
@NullMarked
package dev.ratelimit.testkit.redis;

import org.jspecify.annotations.NullMarked;
