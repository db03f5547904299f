package dev.ratelimit.testkit.fleet;

/** How many checks a second arrive at each instance, as time goes by. Pure. */
@FunctionalInterface
public interface Load {

  /**
   * {@return checks a second, at least 0, during a millisecond}
   *
   * @param instance of which instance, from 0
   * @param millis which millisecond, counted from the beginning of the run, from 0
   */
  double perSecond(int instance, long millis);
}
