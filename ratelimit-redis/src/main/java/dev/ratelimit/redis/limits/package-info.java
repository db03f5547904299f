/** Each kind of limit: by which script its keys are asked about, and what the reply says. */
@NullMarked
package dev.ratelimit.redis.limits;

import org.jspecify.annotations.NullMarked;
