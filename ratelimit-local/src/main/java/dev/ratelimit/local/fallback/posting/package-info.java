/**
 * What the shared store said of keys last, and what shares have admitted since that it is to be
 * told.
 */
@NullMarked
package dev.ratelimit.local.fallback.posting;

import org.jspecify.annotations.NullMarked;
