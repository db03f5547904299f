package dev.ratelimit.redis.coalesce;

import dev.ratelimit.StoreException;
import dev.ratelimit.redis.protocol.Group;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** One whose caller is a thread that waits, and reads the answers itself. Thread-safe. */
public final class BlockingAsk extends Ask {

  private final CompletableFuture<Answers> answers = new CompletableFuture<>();

  /**
   * Asks nothing yet.
   *
   * @param group what is asked
   * @param key the key in Redis
   * @param arrivalMicros when its caller came, by the limiter's clock
   */
  public BlockingAsk(Group group, byte[] key, long arrivalMicros) {
    super(group, key, new Caller(arrivalMicros, true));
  }

  @Override
  void answered(Answers by) {
    answers.complete(by);
  }

  @Override
  void failed(StoreException failure) {
    answers.completeExceptionally(failure);
  }

  /**
   * {@return the answers, once they are there} Waits without a timeout, since the deadline ends
   * every call.
   *
   * @throws StoreException if there are none
   */
  public Answers await() {
    return joined(answers);
  }

  /**
   * {@return what a future completes with} Of a failure that is known already none is made: its
   * stack trace would take longest.
   *
   * @throws StoreException the failure
   */
  public static <T> T joined(CompletableFuture<T> answer) {
    if (answer.isCompletedExceptionally()) {
      @Nullable Throwable known = answer.handle((value, failure) -> failure).join();
      if (known instanceof StoreException failure) {
        throw failure;
      }
    }
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof StoreException failure ? failure : e;
    }
  }
}
