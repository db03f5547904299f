/**
 * The sliding log as pure functions from state and request to state and answer.
 *
 * <p>Everything here is immutable and reads no clock.
 */
@NullMarked
package dev.ratelimit.core.log;

import org.jspecify.annotations.NullMarked;
