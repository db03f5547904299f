/** The way to Redis: one server, the master that sentinels name, or a cluster. */
@NullMarked
package dev.ratelimit.redis.link;

import org.jspecify.annotations.NullMarked;
