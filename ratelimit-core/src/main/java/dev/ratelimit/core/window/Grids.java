package dev.ratelimit.core.window;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Gives each key the grid of its windows: that of the limit's offset, or else one of the key's own,
 * so that keys do not all begin anew at one instant.
 *
 * <p>An offset of a key's own is a multiple of the stride: the largest of 1 s, 1 ms and 1 us of
 * which the window has at least a thousand, or the tick if that is coarser.
 */
final class Grids {

  private static final long[] STRIDES = {1_000_000, 1_000};
  private static final long FEWEST_OFFSETS = 1_000;

  private final long windowMicros;
  private final long strideMicros;
  private final @Nullable Grid common;

  private Grids(long windowMicros, long strideMicros, @Nullable Grid common) {
    this.windowMicros = windowMicros;
    this.strideMicros = strideMicros;
    this.common = common;
  }

  static Grids of(Duration window, Optional<Duration> offset, long tickMicros) {
    long windowMicros = micros(window);
    long strideMicros = Math.max(tickMicros, strideMicros(windowMicros));
    @Nullable Grid common = offset.map(given -> new Grid(windowMicros, micros(given))).orElse(null);
    return new Grids(windowMicros, strideMicros, common);
  }

  Grid of(String key) {
    if (common != null) {
      return common;
    }
    long offsets = windowMicros / strideMicros;
    return new Grid(windowMicros, Math.floorMod(Fnv.hash(key), offsets) * strideMicros);
  }

  private static long strideMicros(long windowMicros) {
    for (long stride : STRIDES) {
      if (windowMicros % stride == 0 && windowMicros / stride >= FEWEST_OFFSETS) {
        return stride;
      }
    }
    return 1;
  }

  private static long micros(Duration duration) {
    return TimeUnit.MICROSECONDS.convert(duration);
  }
}
