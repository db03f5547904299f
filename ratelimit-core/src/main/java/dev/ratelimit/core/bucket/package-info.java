/**
 * The token bucket as pure functions from state and request to state and answer, in integers.
 *
 * <p>Everything here is immutable and reads no clock.
 */
@NullMarked
package dev.ratelimit.core.bucket;

import org.jspecify.annotations.NullMarked;
