package dev.ratelimit.core.denied;

import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The denials of one stretch of time.
 *
 * <p>Thread-safe. A key is always counted in the same of a few sketches, so that a flood of new
 * keys does not queue for one lock.
 */
final class Part {

  private static final int SKETCHES = 8;
  private static final int SPREAD = 0x9E3779B9; // by the golden ratio, which spreads similar hashes
  private static final int SHIFT = Integer.SIZE - Integer.numberOfTrailingZeros(SKETCHES);

  private final long number;
  private final SpaceSaving[] sketches;

  Part(long number, int keys) {
    this.number = number;
    this.sketches =
        IntStream.range(0, SKETCHES)
            .mapToObj(i -> new SpaceSaving(keys))
            .toArray(SpaceSaving[]::new);
  }

  /** {@return which stretch of time it is, counted from the epoch} */
  long number() {
    return number;
  }

  void add(String key) {
    sketchOf(key).add(key);
  }

  Estimate of(String key) {
    return sketchOf(key).of(key);
  }

  Stream<String> keys() {
    return Stream.of(sketches).flatMap(sketch -> sketch.keys().stream());
  }

  private SpaceSaving sketchOf(String key) {
    return sketches[(key.hashCode() * SPREAD) >>> SHIFT];
  }
}
