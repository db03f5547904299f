package dev.ratelimit.redis.coalesce;

import dev.ratelimit.StoreException;
import dev.ratelimit.core.store.Replies;
import dev.ratelimit.redis.protocol.Group;
import dev.ratelimit.redis.protocol.Question;
import java.util.concurrent.CompletableFuture;

/**
 * One whose caller has a future. Thread-safe.
 *
 * @param <T> the kind of reply
 */
public final class FutureAsk<T> extends Ask {

  private final Question.Reader<T> reader;
  private final Replies replies;
  private final CompletableFuture<T> reply = new CompletableFuture<>();

  /**
   * Asks nothing yet.
   *
   * @param group what is asked
   * @param key the key in Redis
   * @param caller who asks
   * @param reader makes the reply of the answers
   * @param replies by which it does
   */
  public FutureAsk(
      Group group, byte[] key, Caller caller, Question.Reader<T> reader, Replies replies) {
    super(group, key, caller);
    this.reader = reader;
    this.replies = replies;
  }

  /** {@return the reply; fails with a {@link StoreException}} */
  public CompletableFuture<T> reply() {
    return reply;
  }

  @Override
  void answered(Answers by) {
    T known;
    try {
      known = by.read(reader, replies);
    } catch (RuntimeException | Error e) {
      reply.completeExceptionally(e);
      return;
    }
    reply.complete(known);
  }

  @Override
  void failed(StoreException failure) {
    reply.completeExceptionally(failure);
  }
}
