/**
 * Several token buckets on one key as pure functions from state and request to state and answer.
 *
 * <p>Everything here is immutable and reads no clock.
 */
@NullMarked
package dev.ratelimit.core.allof;

import org.jspecify.annotations.NullMarked;
