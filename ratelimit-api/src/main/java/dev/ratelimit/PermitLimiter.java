package dev.ratelimit;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A limiter whose permits can also be looked at, reserved, waited for and given back.
 *
 * <p>Close it when it is no longer needed: whoever waits then is told by an {@link
 * IllegalStateException} and gets its permits back, and so is every later caller.
 *
 * <p>Thread-safe.
 */
public interface PermitLimiter extends AsyncLimiter, AutoCloseable {

  /** The longest wait that can be reserved or acquired: one hour. */
  Duration LONGEST_WAIT = Duration.ofHours(1);

  /** The most requests that can be checked together: 64. */
  int MOST_REQUESTS = 64;

  /**
   * Spends permits of several keys, all or none: of a user, of the organisation it belongs to, of
   * the address it comes from.
   *
   * <p>Where one step of one store can decide about all, nobody sees a part of it. Else all keys
   * are looked at first, and then spent in order; if one is denied after all, the permits of the
   * earlier ones go back, and others may have missed them meanwhile.
   *
   * <pre>{@code
   * Decision decision =
   *     limiter.checkAll(List.of(Request.of("user-7"), Request.of("org-3"), Request.of("ip-1", 2)));
   * }</pre>
   *
   * @param requests from 1 to {@link #MOST_REQUESTS}; those for equal keys are added up
   * @return a denial, that of the key with the longest wait, if any key denies; else that of the
   *     key with the fewest permits remaining. {@link Decision#ruleName()} is the rule of that key
   * @throws IllegalArgumentException if there are none or too many requests
   * @throws IllegalStateException if the limiter is closed
   */
  Decision checkAll(List<Request> requests);

  /**
   * {@return whether {@link #check(String, long)} would allow {@code cost} now, and else when;
   * charges nothing, so that what remains and the reset are those of the key as it is}
   *
   * @param key whose permits
   * @param cost permits, at least 0
   * @throws IllegalArgumentException if {@code cost} is negative
   * @throws IllegalStateException if the limiter is closed
   */
  Decision peek(String key, long cost);

  /**
   * Takes {@code cost} permits now, to be used after a wait, if the wait is at most {@code
   * maxWait}. Waits are in the order of reservation.
   *
   * <p>A granted reservation has charged its permits: {@link Reservation#cancel()} gives them back.
   * A refused one has taken nothing, and its decision's {@code retryAfter} is how long until the
   * same call would be granted.
   *
   * @param key whose permits
   * @param cost permits to take, at least 0
   * @param maxWait the longest acceptable wait, from 0 to {@link #LONGEST_WAIT}; rounded down to
   *     whole microseconds
   * @return the reservation, granted or refused
   * @throws IllegalArgumentException if {@code cost} or {@code maxWait} is negative, {@code
   *     maxWait} is too long, or the limit cannot be reserved
   * @throws IllegalStateException if the limiter is closed
   */
  Reservation reserve(String key, long cost, Duration maxWait);

  /**
   * Takes {@code cost} permits, waiting for them up to {@code maxWait}: {@link #reserve} and the
   * wait. Never in vain: a call that cannot be granted in time is denied at once.
   *
   * <p>Holds no monitor while it waits, so a virtual thread does not pin its carrier.
   *
   * @param key whose permits
   * @param cost permits to take, at least 0
   * @param maxWait the longest acceptable wait, from 0 to {@link #LONGEST_WAIT}
   * @return the decision: allowed, and the wait is over; or denied
   * @throws InterruptedException if interrupted before or while waiting; the permits are given back
   * @throws IllegalArgumentException as {@link #reserve} does
   * @throws IllegalStateException if the limiter is closed, also while waiting
   */
  Decision acquire(String key, long cost, Duration maxWait) throws InterruptedException;

  /**
   * Takes {@code cost} permits, as {@link #acquire} does, and holds no thread while waiting.
   *
   * <p>Cancelling the future undoes nothing; {@link #refund} gives the permits back.
   *
   * @param key whose permits
   * @param cost permits to take, at least 0
   * @param maxWait the longest acceptable wait, from 0 to {@link #LONGEST_WAIT}
   * @return the decision, once the wait is over or the call is denied; fails with an {@link
   *     IllegalStateException} if the limiter is closed meanwhile
   * @throws IllegalArgumentException as {@link #reserve} does
   * @throws IllegalStateException if the limiter is closed
   */
  CompletableFuture<Decision> acquireAsync(String key, long cost, Duration maxWait);

  /**
   * Gives {@code permits} back to {@code key}, never beyond full.
   *
   * @param key whose permits
   * @param permits how many, at least 0
   * @throws IllegalArgumentException if {@code permits} is negative
   * @throws IllegalStateException if the limiter is closed
   */
  void refund(String key, long permits);

  /**
   * Forgets what {@code key} has spent: it is full again.
   *
   * @param key whose permits
   * @throws IllegalStateException if the limiter is closed
   */
  void reset(String key);

  /**
   * {@return the keys that were denied most often in the last minute or so, those first; of all
   * kinds of denial, also of what is never granted}
   *
   * <p>Estimates, in bounded memory: see {@link DeniedKey}. With fewer keys denied than the limiter
   * was told to watch, they are exact.
   *
   * @param most how many at most, at least 0
   * @throws IllegalArgumentException if {@code most} is negative
   * @throws UnsupportedOperationException if the limiter does not watch denials: its builder's
   *     {@code watchDenials} has it do so
   */
  default List<DeniedKey> topDenied(int most) {
    throw new UnsupportedOperationException(
        "denials are not watched: build the limiter with watchDenials(keys)");
  }

  /** Ends every wait and refuses every later call. Closing twice is closing once. */
  @Override
  void close();
}
