package dev.ratelimit.core.log;

import dev.ratelimit.SlidingLog;
import dev.ratelimit.core.algorithm.Algorithm;
import dev.ratelimit.core.algorithm.KeyState;
import dev.ratelimit.core.algorithm.LimitedKey;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A sliding log made ready to decide. Immutable. */
@SuppressWarnings("exports") // JSpecify's annotations are not needed at run time
public final class SlidingLogAlgorithm implements Algorithm {

  private final SlidingLog limit;
  private final long windowMicros;

  private SlidingLogAlgorithm(SlidingLog limit) {
    this.limit = limit;
    this.windowMicros = TimeUnit.MICROSECONDS.convert(limit.window());
  }

  /**
   * {@return the algorithm of a limit}
   *
   * @param limit which
   */
  public static SlidingLogAlgorithm of(SlidingLog limit) {
    return new SlidingLogAlgorithm(limit);
  }

  @Override
  public LimitedKey at(@Nullable KeyState stored, String key, long micros) {
    SlidingLogState state = stored instanceof SlidingLogState log ? log : null;
    return new SlidingLogKey(limit, windowMicros, Counted.of(state, windowMicros, micros), micros);
  }
}
