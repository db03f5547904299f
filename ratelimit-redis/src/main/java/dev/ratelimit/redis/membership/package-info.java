/** The heartbeat by which instances of a fleet count each other. */
@NullMarked
package dev.ratelimit.redis.membership;

import org.jspecify.annotations.NullMarked;
