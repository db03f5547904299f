package dev.ratelimit.core;

import dev.ratelimit.LimiterListener;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.denied.TopDenied;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Gathers what is to watch a limiter, for the builders of limiters. Not thread-safe. */
public final class WatchBuilder {

  private final List<LimiterListener> listeners = new ArrayList<>();
  private @Nullable Integer deniedKeys;

  /** Makes one in which nothing watches. */
  public WatchBuilder() {}

  /**
   * Adds a listener.
   *
   * @param listener hears of everything after those that were added before
   */
  public void listener(LimiterListener listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
  }

  /**
   * Has denials counted.
   *
   * @param keys how many keys are watched, from 1 to {@value TopDenied#MOST_KEYS}
   * @throws IllegalArgumentException if it is out of its range
   */
  public void denials(int keys) {
    TopDenied.requireKeys(keys);
    this.deniedKeys = keys;
  }

  /** {@return what tells all listeners and throws nothing} */
  public LimiterListener listener() {
    return GuardedListener.ofAll(listeners);
  }

  /**
   * {@return what watches one limiter}
   *
   * @param listener as {@link #listener()} gave it
   * @param time the limiter's clock
   */
  public Watch build(LimiterListener listener, TimeSource time) {
    return new Watch(listener, deniedKeys == null ? null : new TopDenied(deniedKeys), time);
  }
}
