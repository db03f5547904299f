package dev.ratelimit.redis;

import dev.ratelimit.core.algorithm.KeyState;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a stored value means.
 *
 * @param foreseen whether the page on the protocol says what it means
 * @param state what it is a state of; empty if it counts as absent
 */
record Reading(boolean foreseen, Optional<KeyState> state) {

  /** A value that is not ours, of which it is not said what it counts as. */
  static final class Unforeseen extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unforeseen(Throwable cause) {
      super(cause);
    }

    Unforeseen(String message) {
      super(message);
    }
  }

  static Reading of(Supplier<Optional<KeyState>> reader) {
    try {
      return new Reading(true, reader.get());
    } catch (Unpacking.NotOurs e) {
      return new Reading(true, Optional.empty());
    } catch (Unforeseen e) {
      return new Reading(false, Optional.empty());
    }
  }
}
