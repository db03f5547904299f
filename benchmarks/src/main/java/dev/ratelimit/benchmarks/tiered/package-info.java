/** Checks over Redis that are answered without asking it. */
@NullMarked
package dev.ratelimit.benchmarks.tiered;

import org.jspecify.annotations.NullMarked;
