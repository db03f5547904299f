/** Limiters whose instances share a Redis: one script call a decision, by the server's clock. */
@NullMarked
package dev.ratelimit.redis;

import org.jspecify.annotations.NullMarked;
