package dev.ratelimit.redis.coalesce;

import dev.ratelimit.StoreException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A server that replies what no script of ours does is as good as one that does not reply: one
 * failed call, whichever of its requests finds it out.
 *
 * <p>Thread-safe.
 */
public final class Misunderstanding {

  private final Function<RuntimeException, StoreException> teller;
  private @Nullable StoreException told; // guarded by this

  Misunderstanding(Function<RuntimeException, StoreException> teller) {
    this.teller = teller;
  }

  /** {@return what every request of the call is told} */
  synchronized StoreException of(RuntimeException cause) {
    StoreException failure = told;
    if (failure == null) {
      failure = teller.apply(cause);
      told = failure;
    }
    return failure;
  }
}
