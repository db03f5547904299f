/** Limiters that decide in this process. */
module dev.ratelimit.local {
  requires transitive dev.ratelimit.core;
  requires com.github.benmanes.caffeine;
  requires static org.jspecify;

  exports dev.ratelimit.local;
  exports dev.ratelimit.local.lease;
  exports dev.ratelimit.local.tiered;
}
