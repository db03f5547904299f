package dev.ratelimit.core.algorithm;

/** The one wait that no amount of waiting ends, among waits in microseconds. */
public final class Wait {

  /** Longer than every wait: the request can never be granted. */
  public static final long NEVER = -1;

  private Wait() {}
}
