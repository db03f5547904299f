package dev.ratelimit.redis.coalesce;

import dev.ratelimit.StoreException;
import dev.ratelimit.redis.protocol.Group;
import java.util.concurrent.CompletableFuture;

/**
 * What one caller asks of one key, from its arrival until its answers are there. Thread-safe.
 *
 * <p>The answers are worked out by whoever takes them first, so that a thread of the driver's does
 * not have to.
 */
public final class Ask {

  private final Group group;
  private final byte[] key;
  private final Caller caller;
  private final CompletableFuture<Answers> answers = new CompletableFuture<>();

  /**
   * Who asks.
   *
   * @param arrivalMicros when it came, by the limiter's clock
   * @param direct whether any thread may tell it the answers: it is a thread that waits for them,
   *     or a layer that is quick
   */
  public record Caller(long arrivalMicros, boolean direct) {}

  public Ask(Group group, byte[] key, Caller caller) {
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

  /** {@return the answers to the group's operations; fails with a {@link StoreException}} */
  public CompletableFuture<Answers> answers() {
    return answers;
  }

  void answered(Answers by) {
    answers.complete(by);
  }

  void failed(StoreException failure) {
    answers.completeExceptionally(failure);
  }
}
