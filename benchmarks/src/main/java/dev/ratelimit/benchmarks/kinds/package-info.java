/** Rows about limits of other kinds: one key of a limiter in process. */
@NullMarked
package dev.ratelimit.benchmarks.kinds;

import org.jspecify.annotations.NullMarked;
