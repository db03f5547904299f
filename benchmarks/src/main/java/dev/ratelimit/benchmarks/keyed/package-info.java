/** Rows about limiters that find a bucket by its key. */
@NullMarked
package dev.ratelimit.benchmarks.keyed;

import org.jspecify.annotations.NullMarked;
