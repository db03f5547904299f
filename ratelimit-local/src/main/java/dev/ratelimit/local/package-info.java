/** Limiters that decide in this process, exactly and without a lock. */
@NullMarked
package dev.ratelimit.local;

import org.jspecify.annotations.NullMarked;
