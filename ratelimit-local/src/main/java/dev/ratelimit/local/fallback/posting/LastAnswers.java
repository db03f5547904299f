package dev.ratelimit.local.fallback.posting;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.ratelimit.local.StoreAnswer;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the store said last of each of a bounded number of keys, until a share has started from it.
 *
 * <p>Thread-safe. Hearing of a known key takes no lock.
 */
public final class LastAnswers {

  private final Cache<String, AtomicReference<@Nullable StoreAnswer>> answers;

  /**
   * Makes one.
   *
   * @param maximumKeys of how many keys at most
   */
  public LastAnswers(long maximumKeys) {
    answers = Caffeine.newBuilder().maximumSize(maximumKeys).executor(Runnable::run).build();
  }

  /** The store has answered. */
  void heard(String key, StoreAnswer answer) {
    @Nullable AtomicReference<@Nullable StoreAnswer> known = answers.getIfPresent(key);
    if (known == null) {
      answers.put(key, new AtomicReference<>(answer));
    } else {
      known.set(answer);
    }
  }

  /**
   * Has a share start from what the store said last of a key, unless it has already. It has when
   * this returns, whoever has done it.
   */
  public void use(String key, Consumer<StoreAnswer> start) {
    @Nullable AtomicReference<@Nullable StoreAnswer> known = answers.getIfPresent(key);
    if (known != null && known.get() != null) {
      use(known, start);
    }
  }

  private static void use(
      AtomicReference<@Nullable StoreAnswer> known, Consumer<StoreAnswer> start) {
    synchronized (known) {
      @Nullable StoreAnswer answer = known.get();
      if (answer != null) {
        start.accept(answer);
        known.compareAndSet(answer, null); // not, if the store has answered meanwhile
      }
    }
  }

  /** What was said holds no longer. */
  public void forget(String key) {
    @Nullable AtomicReference<@Nullable StoreAnswer> known = answers.getIfPresent(key);
    if (known != null) {
      known.set(null);
    }
  }
}
