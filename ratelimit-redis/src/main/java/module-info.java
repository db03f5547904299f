/** Limiters whose instances share a Redis. */
module dev.ratelimit.redis {
  requires transitive dev.ratelimit.core;
  requires transitive io.netty.transport;
  requires transitive lettuce.core;
  requires io.netty.common;
  requires static org.jspecify;

  exports dev.ratelimit.redis;
}
