/** Redis in one process or several, and the faults that can befall it. */
@NullMarked
package dev.ratelimit.examples.chaos.scene;

import org.jspecify.annotations.NullMarked;
