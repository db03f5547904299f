/** The exact algorithms as pure functions, the store port, and the layers that keep no keys. */
module dev.ratelimit.core {
  requires transitive dev.ratelimit.api;
  requires static micrometer.core;
  requires static org.jspecify;

  exports dev.ratelimit.core;
  exports dev.ratelimit.core.algorithm;
  exports dev.ratelimit.core.allof;
  exports dev.ratelimit.core.bucket;
  exports dev.ratelimit.core.denied;
  exports dev.ratelimit.core.health;
  exports dev.ratelimit.core.log;
  exports dev.ratelimit.core.metrics;
  exports dev.ratelimit.core.store;
  exports dev.ratelimit.core.window;
}
