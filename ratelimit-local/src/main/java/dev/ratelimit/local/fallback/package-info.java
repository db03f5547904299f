/** Who answers for a shared store that fails: all keys alike, or a share of each limit. */
@NullMarked
package dev.ratelimit.local.fallback;

import org.jspecify.annotations.NullMarked;
