package dev.ratelimit.local.fallback.posting;

import dev.ratelimit.LimiterListener;
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

  private final ConcurrentHashMap<String, Admitted> entries = new ConcurrentHashMap<>();
  private final long maximumKeys;
  private final LimiterListener listener;
  private volatile boolean due;
  private volatile boolean closed;

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

  /**
   * Permits were admitted.
   *
   * @param key of which key
   * @param permits at least 1
   * @param share what the key owes here now, for these permits and others
   */
  public void add(String key, long permits, ShareDebt share) {
    add(key, Admitted.of(permits, share));
  }

  void add(String key, Admitted admitted) {
    if (entries.mappingCount() >= maximumKeys && !entries.containsKey(key)) {
      lost(admitted.permits());
      return;
    }
    entries.merge(key, admitted, Admitted::and);
    if (!due) {
      due = true;
    }
    if (closed) { // it may have been emptied before this was here
      lose(key, admitted.share().micros());
    }
  }

  /**
   * Permits have come back, these or others that the store charged: all the same.
   *
   * @param key of which key
   * @param permits at least 0
   * @param nowMicros the instant
   * @return for how many of them nothing is posted any more, so that the store is not to have those
   *     back
   */
  public long giveBack(String key, long permits, long nowMicros) {
    for (Admitted entry = entries.get(key); entry != null; entry = entries.get(key)) {
      long postable = entry.postable(nowMicros);
      boolean replaced =
          permits < postable
              ? entries.replace(key, entry, entry.without(permits, nowMicros))
              : entries.remove(key, entry);
      if (replaced) {
        return Math.min(permits, postable);
      }
    }
    return 0;
  }

  /** {@return what is to be posted of a key, which is then not here any more} */
  public @Nullable Admitted remove(String key) {
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

  /** Permits are never posted, or nobody knows whether they were. */
  void lost(long permits) {
    if (permits > 0) {
      listener.onLostPosting(permits);
    }
  }

  /** Nothing is posted any more: what is here, or comes, is lost. */
  void close(long nowMicros) {
    closed = true;
    entries.keySet().forEach(key -> lose(key, nowMicros));
  }

  private void lose(String key, long nowMicros) {
    @Nullable Admitted entry = entries.remove(key);
    if (entry != null) {
      lost(entry.postable(nowMicros));
    }
  }
}
