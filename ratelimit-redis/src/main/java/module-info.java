/** Limiters whose instances share a Redis. */
module dev.ratelimit.redis {
  requires transitive dev.ratelimit.core;
  requires transitive lettuce.core;
  requires static org.jspecify;

  exports dev.ratelimit.redis;
}
