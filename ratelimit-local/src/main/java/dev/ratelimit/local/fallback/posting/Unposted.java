package dev.ratelimit.local.fallback.posting;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Rule;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * How many permits of each key were admitted here that the store has not been told of and does not
 * charge by itself. Of a bounded number of keys: what others admit is never posted, and counted as
 * lost.
 *
 * <p>Thread-safe.
 */
public final class Unposted {

  /**
   * What was admitted of one key.
   *
   * @param rule the rule it was last admitted under
   * @param permits at least 1
   */
  record Entry(Rule rule, long permits) {

    /** No key owes more than that many permits, so a greater sum says no more. */
    private static final long MOST = BucketUnits.MAX_DEBT;

    static Entry of(Rule rule, long permits) {
      return new Entry(rule, Math.min(MOST, permits));
    }

    Entry and(Entry later) {
      return of(later.rule, permits + later.permits);
    }
  }

  private final ConcurrentHashMap<String, Entry> entries = new ConcurrentHashMap<>();
  private final long maximumKeys;
  private final LimiterListener listener;
  private volatile boolean due;

  /**
   * Makes one in which nothing is.
   *
   * @param maximumKeys of how many keys at most, but for one more for each thread that adds one
   * @param listener hears of what is lost; throws nothing
   */
  public Unposted(long maximumKeys, LimiterListener listener) {
    this.maximumKeys = maximumKeys;
    this.listener = listener;
  }

  /** Permits were admitted, at least 1. */
  public void add(String key, Rule rule, long permits) {
    if (entries.mappingCount() >= maximumKeys && !entries.containsKey(key)) {
      listener.onLostPosting(permits);
      return;
    }
    entries.merge(key, Entry.of(rule, permits), Entry::and);
    if (!due) {
      due = true;
    }
  }

  /** Permits have come back, of this key's or of those that the store charged: all the same. */
  public void giveBack(String key, long permits) {
    entries.computeIfPresent(
        key,
        (any, entry) ->
            entry.permits > permits ? new Entry(entry.rule, entry.permits - permits) : null);
  }

  /** {@return what is to be posted of a key, which is then not here any more} */
  public @Nullable Entry remove(String key) {
    return entries.remove(key);
  }

  /** {@return whether anything was added since {@link #keys} was last asked} */
  boolean isDue() {
    return due;
  }

  /** {@return the keys of which something is to be posted} */
  Deque<String> keys() {
    due = false;
    return new ArrayDeque<>(entries.keySet());
  }
}
