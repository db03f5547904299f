/**
 * Worked examples of what every algorithm decides, to the microsecond, and a runner that holds any
 * store against them.
 *
 * <p>A file holds one scenario a line, as JSON: an {@code id}, a {@code limit}, and {@code steps},
 * each with its operation, its instant, its arguments and every field of the answer.
 */
@NullMarked
package dev.ratelimit.testkit.vectors;

import org.jspecify.annotations.NullMarked;
