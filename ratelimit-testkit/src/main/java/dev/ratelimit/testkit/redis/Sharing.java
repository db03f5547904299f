package dev.ratelimit.testkit.redis;

/** Whether a test shares its Redis with others. */
public enum Sharing {

  /**
   * One server for all tests of this process, which no test may stop. It is the one that {@code
   * RATELIMIT_TEST_REDIS} names, if that is set. A test that changes its configuration or its users
   * changes them back.
   */
  SHARED,

  /**
   * A process started for this, which may be stopped, killed, paused and configured: each test
   * begins with it newly started. It is never the server that {@code RATELIMIT_TEST_REDIS} names.
   */
  OWN;

  RedisServer server() {
    return this == SHARED ? SharedServer.get() : RedisServer.start();
  }
}
