/** {@code scripts/pictures}: draws the pictures of the documents from what the library does. */
@NullMarked
package dev.ratelimit.examples.pictures;

import org.jspecify.annotations.NullMarked;
