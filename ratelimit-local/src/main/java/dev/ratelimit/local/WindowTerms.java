package dev.ratelimit.local;

import dev.ratelimit.Limit;
import dev.ratelimit.core.Algorithms;
import dev.ratelimit.core.algorithm.Algorithm;
import dev.ratelimit.core.algorithm.KeyState;
import dev.ratelimit.core.algorithm.Report;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A window or a log. What an evicted key had used is remembered as a part of the limit, until when
 * the key would have been full again.
 *
 * @param algorithm what decides
 * @param permits of the limit
 * @param windowMicros its window
 */
record WindowTerms(Algorithm algorithm, long permits, long windowMicros) implements StateTerms {

  static WindowTerms of(Limit limit, Duration window) {
    return new WindowTerms(
        Algorithms.of(limit), limit.mostPermits(), TimeUnit.MICROSECONDS.convert(window));
  }

  @Override
  public boolean isFull(String key, @Nullable KeyState state, long micros) {
    return algorithm.at(state, key, micros).peek(0).answer().report().resetAfterMicros() == 0;
  }

  @Override
  public void remember(String key, @Nullable KeyState state, long micros, Overflow overflow) {
    Report report = algorithm.at(state, key, micros).peek(0).answer().report();
    long used = report.limit() - report.remaining();
    Use use = new Use(used, report.limit(), micros + report.resetAfterMicros());
    overflow.uses().add(key, windowMicros, use, micros);
  }

  /** As if what was used had been used as late as it can have been. */
  @Override
  public @Nullable KeyState remembered(String key, long micros, Overflow overflow) {
    @Nullable Use use = overflow.uses().of(key, windowMicros);
    if (use == null || use.untilMicros() <= micros) {
      return null;
    }
    long usedMicros = Math.max(0, Math.min(micros, use.untilMicros() - windowMicros));
    return algorithm.at(null, key, usedMicros).check(use.of(permits)).state();
  }
}
