@NullMarked
package dev.ratelimit.local;

import org.jspecify.annotations.NullMarked;
