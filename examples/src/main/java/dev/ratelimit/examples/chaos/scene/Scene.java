package dev.ratelimit.examples.chaos;

import dev.ratelimit.redis.RedisLimiterBuilder;

/** A Redis, and what befalls it. */
interface Scene extends AutoCloseable {

  /** {@return a builder of limiters that reach it} */
  RedisLimiterBuilder limiter();

  /** Does to it what this is about, and returns when it is well again. */
  void strike();

  /** {@return how many requests may be uncertain after one outage of one master} */
  long mostUncertain();

  /** {@return whether a new master may lack what the old one acknowledged last} */
  boolean losesWrites();

  @Override
  void close();
}
