package dev.ratelimit.testkit.redis.topology;

import dev.ratelimit.testkit.redis.Patience;
import java.io.UncheckedIOException;
import java.util.function.BooleanSupplier;

/** Waiting for servers to agree, of which some may just be cutting their connections. */
final class Agreement {

  private Agreement() {}

  static void await(String what, BooleanSupplier isReached) {
    Patience.until(what, () -> isSo(isReached));
  }

  private static boolean isSo(BooleanSupplier isReached) {
    try {
      return isReached.getAsBoolean();
    } catch (UncheckedIOException e) {
      return false; // A sentinel has all clients of a server cut when it gives it another part.
    }
  }
}
