/**
 * Several Redis processes that belong together, for tests: {@link
 * dev.ratelimit.testkit.redis.topology.RedisCluster} and {@link
 * dev.ratelimit.testkit.redis.topology.RedisSentinels}. Each server in them may be stopped, killed
 * and paused like any other.
 */
@NullMarked
package dev.ratelimit.testkit.redis.topology;

import org.jspecify.annotations.NullMarked;
