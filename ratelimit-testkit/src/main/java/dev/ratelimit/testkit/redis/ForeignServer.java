package dev.ratelimit.testkit.redis;

/**
 * A server that is not for this test to stop.
 *
 * @param reason why, as a clause
 */
record ForeignServer(String reason) implements ServerControl {

  @Override
  public boolean canBeStopped() {
    return false;
  }

  @Override
  public boolean isRunning() {
    return true;
  }

  @Override
  public void stop() {
    throw refusal("stopped");
  }

  @Override
  public void kill() {
    throw refusal("killed");
  }

  @Override
  public void pause() {
    throw refusal("paused");
  }

  @Override
  public void resume() {
    throw refusal("resumed");
  }

  @Override
  public void restart() {
    throw refusal("restarted");
  }

  @Override
  public void renew() {
    // It stays as it is.
  }

  @Override
  public void close() {
    // It goes on without us.
  }

  private UnsupportedOperationException refusal(String what) {
    return new UnsupportedOperationException("this Redis cannot be " + what + ": " + reason);
  }
}
