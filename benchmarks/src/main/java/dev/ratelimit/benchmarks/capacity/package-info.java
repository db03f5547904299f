/** Reckons from measured figures how many servers a load takes. */
@NullMarked
package dev.ratelimit.benchmarks.capacity;

import org.jspecify.annotations.NullMarked;
