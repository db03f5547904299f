/** What the servers say of themselves, and what is told of it. */
@NullMarked
package dev.ratelimit.redis.watch;

import org.jspecify.annotations.NullMarked;
