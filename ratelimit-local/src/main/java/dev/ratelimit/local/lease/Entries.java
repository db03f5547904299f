package dev.ratelimit.local.lease;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Rule;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * What this process has or knows of each of a bounded number of keys. What was in hand of a key
 * that is removed is given back.
 *
 * <p>Thread-safe.
 */
final class Entries {

  private final Pace pace;
  private final Calls calls;
  private final LimiterListener listener;
  private final Cache<String, Entry> entries;
  private final PutBack putBack = new PutBack();
  private final Queue<Inquiry> returns = new ConcurrentLinkedQueue<>(); // of removed keys

  Entries(Pace pace, Calls calls, LeaseOptions options) {
    this.pace = pace;
    this.calls = calls;
    this.listener = options.listener();
    this.entries =
        Caffeine.newBuilder()
            .maximumSize(options.maximumKeys())
            .executor(Runnable::run)
            .removalListener(this::removed)
            .build();
  }

  private void removed(@Nullable String key, @Nullable Entry entry, RemovalCause cause) {
    if (entry instanceof Holding holding) {
      holding.retire(pace.micros()).ifPresent(returns::add);
    }
  }

  /** {@return a call that is to be made for a removed key} */
  @Nullable Inquiry nextReturn() {
    return returns.poll();
  }

  /** The cache holds a lock while it tells of what it removes: the store is called afterwards. */
  void giveBack() {
    for (Inquiry next = nextReturn(); next != null; next = nextReturn()) {
      calls.make(next);
    }
  }

  @Nullable Entry of(String key) {
    return entries.getIfPresent(key);
  }

  /** {@return what is held of a key, under a limit that it may not have had before} */
  Holding holding(String key, LeaseTerms of, long nowMicros) {
    Holding holding =
        (Holding)
            entries
                .asMap()
                .compute(
                    key,
                    (any, entry) -> entry instanceof Holding ? entry : new Holding(key, of, pace));
    if (!holding.isOf(of.rule()) && holding.changesTo(of, nowMicros)) {
      listener.onChangedLimit(key, of.rule());
      calls.tellExpired(holding);
    }
    return holding;
  }

  /** The key is under a limit that is not leased. */
  void drop(String key, Rule rule) {
    if (of(key) instanceof Holding holding) {
      if (holding.drop()) {
        listener.onChangedLimit(key, rule);
        calls.tellExpired(holding);
      }
      entries.asMap().remove(key, holding);
    }
  }

  /**
   * The store has denied something.
   *
   * @param sentMicros when it was asked
   */
  void remember(String key, long sentMicros, Denied denied) {
    entries
        .asMap()
        .compute(
            key,
            (any, entry) ->
                entry instanceof Holding || putBack.since(key, sentMicros) ? entry : denied);
  }

  /** What was denied may have to wait for longer now. */
  void charged(String key) {
    if (of(key) instanceof Denied denied) {
      entries.asMap().remove(key, denied);
    }
  }

  /**
   * What was denied holds no longer, nor what is on its way; what has been spent would else keep
   * permits from coming back.
   */
  void forget(String key, long nowMicros) {
    putBack.happened(key, nowMicros);
    @Nullable Entry entry = of(key);
    if (entry instanceof Holding holding) {
      holding.settle(nowMicros).ifPresent(calls::make);
    } else if (entry != null) {
      entries.asMap().remove(key, entry);
    }
  }

  /** {@return whether permits that were spent from the hand are back there: all or none} */
  boolean unspend(String key, Rule rule, long permits) {
    return of(key) instanceof Holding holding && holding.isOf(rule) && holding.unspend(permits);
  }

  /** {@return how many leased permits can be spent at an instant, of all keys: a look at each} */
  long permitsInHand(long nowMicros) {
    return entries.asMap().values().stream()
        .mapToLong(entry -> entry instanceof Holding holding ? holding.inHand(nowMicros) : 0)
        .sum();
  }

  /** Removes all. */
  void clear() {
    entries.invalidateAll();
  }
}
