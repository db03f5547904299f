package dev.ratelimit.local.fallback.posting;

import dev.ratelimit.Cancellable;
import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import dev.ratelimit.StoreException;
import dev.ratelimit.TimeSource;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.core.store.Taken;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Tells the store, once it answers again, what shares have admitted meanwhile.
 *
 * <p>Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // each has a callback that hears of failures
public final class Postings {

  /*
   * The first answer of the store after a share has admitted something begins a round: after a delay
   * of its own, so that a fleet does not post at one instant, what is owed of each key is taken from
   * the store, MOST_TOGETHER keys at a time, each time after the answers of the time before. An
   * answer need not be about the key: of a cluster a part may still be away. What is refused unsent
   * is kept for the round that the next answer begins; what may have been sent never is sent again.
   *
   * A key is posted under the rule it is under by then: the store would take a rule of the past for a
   * changed limit, and of another kind for a new key, which wipes what it has spent since.
   */
  private static final int MOST_TOGETHER = 64;
  private static final long SPREAD_MICROS = 1_000_000;
  private static final Cancellable NOTHING = () -> false;

  private final Store store;
  private final Unposted unposted;
  private final Rules rules;
  private final TimeSource time;
  private final AtomicBoolean underway = new AtomicBoolean(); // a round
  private final SplittableRandom random; // guarded by underway
  private Deque<String> keys = new ArrayDeque<>(); // of the round; guarded by underway
  private volatile Cancellable next = NOTHING;
  private volatile boolean closed;

  /**
   * Makes one.
   *
   * @param store takes the permits; its futures never block
   * @param unposted what has been admitted
   * @param rules which rule each key is under
   * @param time schedules the rounds
   * @param seed of the delays
   */
  public Postings(Store store, Unposted unposted, Rules rules, TimeSource time, long seed) {
    this.store = store;
    this.unposted = unposted;
    this.rules = rules;
    this.time = time;
    this.random = new SplittableRandom(seed);
  }

  /** The store has answered something. */
  void storeAnswered() {
    if (unposted.isDue() && !closed && underway.compareAndSet(false, true)) {
      schedule(random.nextLong(SPREAD_MICROS), this::begin);
    }
  }

  private void schedule(long delayMicros, Runnable task) {
    try {
      next = time.schedule(Duration.of(delayMicros, ChronoUnit.MICROS), task);
    } catch (RuntimeException | Error e) { // no thread to be had: a later answer begins a round
      underway.set(false);
    }
    if (closed) {
      next.cancel();
    }
  }

  private void begin() {
    keys = unposted.keys();
    post();
  }

  private void post() {
    List<CompletableFuture<Void>> answers = new ArrayList<>();
    long nowMicros = time.micros();
    while (!closed && !keys.isEmpty() && answers.size() < MOST_TOGETHER) {
      String key = keys.remove();
      @Nullable Admitted entry = unposted.remove(key);
      if (entry != null) {
        posted(key, entry, nowMicros).ifPresent(answers::add);
      }
    }
    if (answers.isEmpty()) {
      underway.set(false);
    } else {
      CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
          .whenComplete((done, failure) -> schedule(0, this::post));
    }
  }

  private Optional<CompletableFuture<Void>> posted(String key, Admitted entry, long nowMicros) {
    long permits = entry.postable(nowMicros);
    if (permits == 0) {
      return Optional.empty();
    }
    Optional<Rule> rule = bucketRule(key);
    if (rule.isEmpty()) {
      unposted.lost(permits);
    }
    Admitted owed = entry.only(permits);
    return rule.map(present -> posted(key, present, owed, nowMicros));
  }

  /** {@return the rule that the key is under, if that is still a token bucket} */
  private Optional<Rule> bucketRule(String key) {
    try {
      Rule rule = rules.ruleFor(key);
      return rule.limit() instanceof TokenBucket ? Optional.of(rule) : Optional.empty();
    } catch (RuntimeException | Error e) { // a caller's mistake, which the next check tells
      return Optional.empty();
    }
  }

  private CompletableFuture<Void> posted(String key, Rule rule, Admitted owed, long nowMicros) {
    CompletableFuture<Taken> answer;
    try {
      answer = store.takeAsync(key, rule, owed.permits(), nowMicros);
    } catch (RuntimeException e) { // a store that never blocks fails so
      answer = CompletableFuture.failedFuture(e);
    }
    return answer.handle(
        (taken, failure) -> {
          if (failure != null) {
            failed(key, owed, failure);
          }
          return null;
        });
  }

  private void failed(String key, Admitted owed, Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof StoreException e && e.charge() == StoreException.Charge.NONE) {
      unposted.add(key, owed);
    } else {
      unposted.lost(owed.permits());
    }
  }

  /** What has not been posted never is, and is told to be lost. */
  public void close() {
    closed = true;
    next.cancel();
    unposted.close(time.micros());
  }
}
