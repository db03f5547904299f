@NullMarked
package dev.ratelimit.redis;

import org.jspecify.annotations.NullMarked;
