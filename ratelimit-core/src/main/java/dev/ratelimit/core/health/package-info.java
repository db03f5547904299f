/** When a store that fails is left alone, and when it is asked again. */
@NullMarked
package dev.ratelimit.core.health;

import org.jspecify.annotations.NullMarked;
