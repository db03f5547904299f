/** Puts load on a Redis by one way to check keys, and tells what came of it, here and there. */
@NullMarked
package dev.ratelimit.benchmarks.load;

import org.jspecify.annotations.NullMarked;
