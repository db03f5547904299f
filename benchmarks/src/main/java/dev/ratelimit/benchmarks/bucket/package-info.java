/** Rows about one bucket, without the table that finds it by a key. */
@NullMarked
package dev.ratelimit.benchmarks.bucket;

import org.jspecify.annotations.NullMarked;
