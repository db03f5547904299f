package dev.ratelimit.redis.coalesce;

import dev.ratelimit.StoreException;
import dev.ratelimit.redis.protocol.Group;

/**
 * What one caller asks of one key, from its arrival until it is told the answers. Thread-safe.
 *
 * <p>The answers are worked out by whoever reads them first, so that a thread of the driver's does
 * not have to.
 */
public abstract class Ask {

  private final Group group;
  private final byte[] key;
  private final Caller caller;

  /**
   * Who asks.
   *
   * @param arrivalMicros when it came, by the limiter's clock
   * @param direct whether any thread may tell it the answers: it is a thread that waits for them,
   *     or a layer that is quick
   */
  public record Caller(long arrivalMicros, boolean direct) {}

  Ask(Group group, byte[] key, Caller caller) {
    this.group = group;
    this.key = key;
    this.caller = caller;
  }

  Group group() {
    return group;
  }

  /** {@return the key in Redis} */
  byte[] key() {
    return key;
  }

  Caller caller() {
    return caller;
  }

  /** Tells the answers to the group's operations. Never throws. */
  abstract void answered(Answers by);

  /** Tells that there are none. Never throws. */
  abstract void failed(StoreException failure);
}
