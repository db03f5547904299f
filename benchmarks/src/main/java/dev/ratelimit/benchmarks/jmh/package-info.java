/** Contestants that JMH measures. */
@NullMarked
package dev.ratelimit.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
