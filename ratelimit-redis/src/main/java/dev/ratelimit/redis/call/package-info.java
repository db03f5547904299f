/** Script calls on one master: within a deadline, never twice, and not while it is not well. */
@NullMarked
package dev.ratelimit.redis.call;

import org.jspecify.annotations.NullMarked;
