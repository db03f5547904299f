/** Rows about what it costs that somebody watches. */
@NullMarked
package dev.ratelimit.benchmarks.watched;

import org.jspecify.annotations.NullMarked;
