package dev.ratelimit.core.algorithm;

import dev.ratelimit.Limit;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A kind of limit as the specification words it, slowly and in numbers that cannot overflow, and
 * the limits to try it with. It knows no waits: it only says what fits at an instant.
 *
 * @param <L> the kind of limit
 * @param <S> what it keeps of a key; immutable
 */
public interface Slow<L extends Limit, S> {

  L limit(Random random);

  /** {@return a limit that takes the place of another} */
  L changed(L limit, Random random);

  long windowMicros(L limit);

  /** {@return the key at an instant; {@code null} is a key never seen} */
  S present(@Nullable S stored, L limit, long micros);

  boolean mustWrite(S stored, L limit, long micros);

  boolean fits(S present, L limit, long cost, long micros);

  S charged(S present, long cost, long micros);

  S refunded(S present, long permits);

  S forgotten(S present);

  boolean isFull(S present);

  long remaining(S present, L limit, long micros);

  /** {@return the same in the form in which the fast one stores it} */
  KeyState asStored(S present);
}
