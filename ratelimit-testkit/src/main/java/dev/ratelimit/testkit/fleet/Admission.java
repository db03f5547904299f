package dev.ratelimit.testkit.fleet;

/**
 * A check that was allowed.
 *
 * <p>Immutable.
 *
 * @param micros when it was decided, true time since the run began: at the store, if that decided;
 *     else in the instance
 * @param instance which instance asked, from 0; the foreign caller comes after the last
 * @param key whose permits
 * @param permits how many
 */
public record Admission(long micros, int instance, String key, long permits) {}
