/** What becomes of limiters under load when something befalls their Redis, in figures. */
@NullMarked
package dev.ratelimit.examples.chaos;

import org.jspecify.annotations.NullMarked;
