package dev.ratelimit.examples.chaos.scene;

import dev.ratelimit.redis.RedisLimiterBuilder;

/** A Redis, and what befalls it. */
public interface Scene extends AutoCloseable {

  /** {@return a builder of limiters that reach it} */
  RedisLimiterBuilder limiter();

  /** Does what has to be before there is any limiter. */
  default void prepare() {}

  /**
   * Does to it what this is about, and returns when it is well again.
   *
   * @param pauses let callers go on meanwhile
   */
  void strike(Pauses pauses);

  /** {@return what may become of charges} */
  Effect effect();

  /** {@return how often a key may have been forgotten, in part or wholly} */
  default long forgotten() {
    return effect().losesWrites() ? 1 : 0;
  }

  @Override
  void close();
}
