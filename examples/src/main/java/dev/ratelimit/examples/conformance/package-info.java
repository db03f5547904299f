/** {@code scripts/conformance}: holds the stores of this library against files of vectors. */
@NullMarked
package dev.ratelimit.examples.conformance;

import org.jspecify.annotations.NullMarked;
