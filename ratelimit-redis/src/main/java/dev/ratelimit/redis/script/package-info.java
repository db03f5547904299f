/** The Lua scripts, the names of the keys they work on, and a call of one. */
@NullMarked
package dev.ratelimit.redis.script;

import org.jspecify.annotations.NullMarked;
