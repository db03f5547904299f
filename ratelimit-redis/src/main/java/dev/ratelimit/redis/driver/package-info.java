/** The driver as it has to be, and what its failures mean. */
@NullMarked
package dev.ratelimit.redis.driver;

import org.jspecify.annotations.NullMarked;
