package dev.ratelimit.redis.coalesce;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A value, or the failure to have one, that is worked out by whoever needs it first.
 *
 * <p>Thread-safe.
 *
 * @param <T> the kind of value
 */
final class Lazy<T> implements Supplier<T> {

  private final Supplier<T> supplier;
  private volatile @Nullable T value; // written under this
  private @Nullable RuntimeException failure; // guarded by this

  Lazy(Supplier<T> supplier) {
    this.supplier = supplier;
  }

  @Override
  public T get() {
    @Nullable T known = value;
    return known == null ? workedOut() : known;
  }

  private synchronized T workedOut() {
    if (failure != null) {
      throw failure;
    }
    @Nullable T known = value;
    if (known == null) {
      try {
        known = supplier.get();
      } catch (RuntimeException e) {
        failure = e;
        throw e;
      }
      value = known;
    }
    return known;
  }
}
