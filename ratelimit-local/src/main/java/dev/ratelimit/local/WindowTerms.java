package dev.ratelimit.local;

import dev.ratelimit.Limit;
import dev.ratelimit.core.Algorithms;
import dev.ratelimit.core.algorithm.Algorithm;
import dev.ratelimit.core.algorithm.KeyState;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Step;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.window.SlidingWindowState;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A window or a log. What an evicted key had used is remembered as a part of the limit, until when
 * the key would have been full again.
 *
 * @param limit the window or the log
 * @param algorithm what decides
 * @param windowMicros its window
 * @param lastingWindows for how many windows a permit counts at most, from the start of its own
 */
record WindowTerms(Limit limit, Algorithm algorithm, long windowMicros, int lastingWindows)
    implements StateTerms {

  static WindowTerms of(Limit limit, Duration window, int lastingWindows) {
    return new WindowTerms(
        limit, Algorithms.of(limit), TimeUnit.MICROSECONDS.convert(window), lastingWindows);
  }

  private long permits() {
    return limit.mostPermits();
  }

  /**
   * What was used, as a part of the limit, counts as if it had been at the instant at which that
   * was heard. It had been earlier, so it comes back no sooner than it does in the store.
   */
  @Override
  public Start startFrom(StoreAnswer answer, long nowMicros) {
    long used = answer.usedOf(permits());
    return new Start(
        Math.min(nowMicros, answer.heardMicros()),
        key -> {
          Step<Verdict> look = key.peek(0);
          Report report = look.answer().report();
          long missing = used - (report.limit() - report.remaining());
          return missing > 0 ? key.check(missing) : look;
        });
  }

  @Override
  public boolean isFull(String key, @Nullable KeyState state, long micros) {
    return algorithm.at(state, key, micros).peek(0).answer().report().resetAfterMicros() == 0;
  }

  @Override
  public void remember(String key, @Nullable KeyState state, long micros, Overflow overflow) {
    Report report = algorithm.at(state, key, micros).peek(0).answer().report();
    long used = Math.max(report.limit() - report.remaining(), lastOf(state, report, micros));
    Use use = new Use(Math.min(used, permits()), permits(), micros + report.resetAfterMicros());
    overflow.uses().add(key, windowMicros, use, micros);
  }

  /**
   * What only the window before has granted counts in part now; remembered is all of it, since it
   * comes back as that window's.
   */
  private long lastOf(@Nullable KeyState state, Report report, long micros) {
    boolean ofLastWindow = report.resetAfterMicros() <= windowMicros;
    if (!(state instanceof SlidingWindowState sliding) || !ofLastWindow) {
      return 0;
    }
    long passed = sliding.grid().index(micros) - sliding.index();
    return passed == 1 ? sliding.current() : passed <= 0 ? sliding.previous() : 0;
  }

  /**
   * As if all had been used at one instant, from which it lasts until it was to be full again. That
   * instant does not move with the present, so answers come true. Where windows begin elsewhere by
   * now, it is the present.
   */
  @Override
  public @Nullable KeyState remembered(String key, long micros, Overflow overflow) {
    @Nullable Use use = overflow.uses().of(key, windowMicros);
    if (use == null || use.untilMicros() <= micros) {
      return null;
    }
    long used = use.untilMicros() - lastingWindows * windowMicros;
    @Nullable KeyState state = spent(key, use, Math.min(micros, used));
    return isFull(key, state, micros) ? spent(key, use, micros) : state;
  }

  private @Nullable KeyState spent(String key, Use use, long micros) {
    return algorithm.at(null, key, Math.max(0, micros)).check(use.of(permits())).state();
  }
}
