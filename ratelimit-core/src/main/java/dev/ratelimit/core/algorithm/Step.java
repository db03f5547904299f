package dev.ratelimit.core.algorithm;

import org.jspecify.annotations.Nullable;

/**
 * What an operation makes of a key.
 *
 * @param state what is stored afterwards; {@code null} if the key is full, and so not stored
 * @param written whether anything has to be written: a denial, a peek and whatever else has no
 *     effect write nothing, not even the passing of time
 * @param answer what the caller is told
 * @param <A> the kind of answer
 */
@SuppressWarnings("exports") // JSpecify's annotations are not needed at run time
public record Step<A>(@Nullable KeyState state, boolean written, A answer) {}
