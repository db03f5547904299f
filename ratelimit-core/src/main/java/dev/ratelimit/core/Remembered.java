package dev.ratelimit.core;

import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Remembers the results of a pure function, for a bounded number of arguments: with more in use at
 * once, results are worked out anew now and then.
 *
 * <p>Thread-safe.
 *
 * @param <K> the argument
 * @param <V> the result
 */
public final class Remembered<K, V> {

  private static final int MOST = 1_024;

  private final Function<K, V> function;
  private final ConcurrentHashMap<K, V> results = new ConcurrentHashMap<>();

  /**
   * Remembers nothing yet.
   *
   * @param function pure, never {@code null}
   */
  public Remembered(Function<K, V> function) {
    this.function = Objects.requireNonNull(function, "function");
  }

  /**
   * {@return the function's result}
   *
   * @param argument of the function
   */
  public V of(K argument) {
    V known = results.get(argument);
    return known == null ? add(argument) : known;
  }

  private V add(K argument) {
    if (results.size() >= MOST) {
      results.clear();
    }
    return results.computeIfAbsent(argument, function);
  }
}
