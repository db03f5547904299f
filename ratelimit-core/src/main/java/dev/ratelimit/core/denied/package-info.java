/** Which keys are denied most, in bounded memory. */
@NullMarked
package dev.ratelimit.core.denied;

import org.jspecify.annotations.NullMarked;
