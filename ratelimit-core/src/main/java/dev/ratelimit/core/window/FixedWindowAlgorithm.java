package dev.ratelimit.core.window;

import dev.ratelimit.FixedWindow;
import dev.ratelimit.core.algorithm.Algorithm;
import dev.ratelimit.core.algorithm.KeyState;
import dev.ratelimit.core.algorithm.LimitedKey;
import org.jspecify.annotations.Nullable;

/** A fixed window made ready to decide. Immutable. */
@SuppressWarnings("exports") // JSpecify's annotations are not needed at run time
public final class FixedWindowAlgorithm implements Algorithm {

  private final FixedWindow limit;
  private final Grids grids;

  private FixedWindowAlgorithm(FixedWindow limit) {
    this.limit = limit;
    this.grids = Grids.of(limit.window(), limit.offset(), 1);
  }

  /**
   * {@return the algorithm of a limit}
   *
   * @param limit which
   */
  public static FixedWindowAlgorithm of(FixedWindow limit) {
    return new FixedWindowAlgorithm(limit);
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
    FixedWindowState state = stored instanceof FixedWindowState fixed ? fixed : null;
    return FixedWindowKey.of(limit, state, grid(key), micros);
  }
}
