/** The full stack over a shared store: what answers when the store does not. */
@NullMarked
package dev.ratelimit.local.tiered;

import org.jspecify.annotations.NullMarked;
