/** Requests that go to Redis as one call, and how their callers are told. */
@NullMarked
package dev.ratelimit.redis.coalesce;

import org.jspecify.annotations.NullMarked;
