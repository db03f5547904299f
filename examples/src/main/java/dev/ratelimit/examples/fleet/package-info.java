/** {@code scripts/fleet}: how a fleet of limiters bears traffic of several shapes. */
@NullMarked
package dev.ratelimit.examples.fleet;

import org.jspecify.annotations.NullMarked;
