/** What is asked of keys, how it is packed for a script, and who reads the reply. */
@NullMarked
package dev.ratelimit.redis.protocol;

import org.jspecify.annotations.NullMarked;
