package dev.ratelimit.core.window;

import dev.ratelimit.SlidingWindow;
import dev.ratelimit.core.algorithm.Algorithm;
import dev.ratelimit.core.algorithm.KeyState;
import dev.ratelimit.core.algorithm.LimitedKey;
import org.jspecify.annotations.Nullable;

/** A sliding window made ready to decide. Immutable. */
@SuppressWarnings("exports") // JSpecify's annotations are not needed at run time
public final class SlidingWindowAlgorithm implements Algorithm {

  private final SlidingWindow limit;
  private final long tickMicros;
  private final Grids grids;

  private SlidingWindowAlgorithm(SlidingWindow limit) {
    this.limit = limit;
    this.tickMicros = limit.tickMicros();
    this.grids = Grids.of(limit.window(), limit.offset(), tickMicros);
  }

  /**
   * {@return the algorithm of a limit}
   *
   * @param limit which
   */
  public static SlidingWindowAlgorithm of(SlidingWindow limit) {
    return new SlidingWindowAlgorithm(limit);
  }

  /**
   * {@return where the windows of a key begin}
   *
   * @param key which
   */
  public Grid grid(String key) {
    return grids.of(key);
  }

  @Override
  public LimitedKey at(@Nullable KeyState stored, String key, long micros) {
    SlidingWindowState state = stored instanceof SlidingWindowState sliding ? sliding : null;
    return SlidingWindowKey.of(limit, state, Phase.of(grid(key), tickMicros, micros));
  }
}
