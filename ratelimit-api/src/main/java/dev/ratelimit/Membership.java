package dev.ratelimit;

/**
 * How many instances share the limits of a store, as each of them knows it: what {@link
 * Fallback#local(Membership)} divides a limit by while the store is away.
 *
 * <p>A platform that knows its replicas can tell it; a lambda does. What it says should grow as
 * soon as an instance appears, and shrink slowly: too small a number admits too much, too large a
 * one too little. It is asked in the path of checks and must answer at once, from memory, from any
 * thread.
 */
@FunctionalInterface
public interface Membership {

  /**
   * {@return how many instances there are, this one counted} A number less than 1 is no answer, no
   * more than an exception is: then the last number told holds, and 1 if there was none.
   */
  int instances();
}
