package dev.ratelimit.testkit.redis;

/** What can be done to a server from outside. Thread-safe. */
interface ServerControl {

  /** {@return whether any of the others works} */
  boolean canBeStopped();

  /** {@return whether it was neither stopped nor paused from here, and has not ended by itself} */
  boolean isRunning();

  void stop();

  void kill();

  void pause();

  void resume();

  void restart();

  /** Makes it as if newly started, if it can be stopped. */
  void renew();

  /** Ends it for good, and what belongs to it. */
  void close();
}
