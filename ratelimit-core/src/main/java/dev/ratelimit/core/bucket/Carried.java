package dev.ratelimit.core.bucket;

/**
 * Permits out on lease whose slots have lost their meaning. No message changes them; they lapse.
 *
 * @param permits how many, at least 0
 * @param lapseMicros when, since the epoch
 */
public record Carried(long permits, long lapseMicros) {

  /** Nothing. */
  public static final Carried NONE = new Carried(0, 0);
}
