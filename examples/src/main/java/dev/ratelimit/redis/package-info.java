/** Reaches into the module of that name, to run its script by a clock of the test's. */
@NullMarked
package dev.ratelimit.redis;

import org.jspecify.annotations.NullMarked;
