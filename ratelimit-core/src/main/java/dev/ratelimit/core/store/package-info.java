/** The port between limiters and what keeps the state of keys. */
@NullMarked
package dev.ratelimit.core.store;

import org.jspecify.annotations.NullMarked;
