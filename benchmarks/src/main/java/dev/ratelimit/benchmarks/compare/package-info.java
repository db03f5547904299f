/** Measures contestants side by side, in rounds, and reports the ratios. */
@NullMarked
package dev.ratelimit.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
