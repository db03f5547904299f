/** Limiters as meters of Micrometer, which only this package needs. */
@NullMarked
package dev.ratelimit.core.metrics;

import org.jspecify.annotations.NullMarked;
