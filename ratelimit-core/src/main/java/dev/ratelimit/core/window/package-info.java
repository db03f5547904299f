/**
 * Fixed and sliding windows as pure functions from state and request to state and answer.
 *
 * <p>Everything here is immutable and reads no clock.
 */
@NullMarked
package dev.ratelimit.core.window;

import org.jspecify.annotations.NullMarked;
