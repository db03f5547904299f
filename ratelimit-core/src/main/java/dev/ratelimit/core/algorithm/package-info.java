/**
 * What every algorithm has in common: a key at one instant, the operations on it, and their
 * answers.
 *
 * <p>Everything here is immutable and reads no clock.
 */
@NullMarked
package dev.ratelimit.core.algorithm;

import org.jspecify.annotations.NullMarked;
