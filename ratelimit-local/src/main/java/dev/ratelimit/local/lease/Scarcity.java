package dev.ratelimit.local.lease;

import dev.ratelimit.Decision;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What follows from the store's having had too little: the line below which costs do not fit, and a
 * pause in which it is not asked. Immutable.
 *
 * @param line what a denial left, if it was one
 * @param pausedUntilMicros the end of the pause
 * @param level a cost that fits it is asked about even in the pause: what a denial left in the
 *     store, or nothing
 * @param said what the store said last of the key
 * @param resetMicros when the key is full again, as it said
 */
record Scarcity(
    @Nullable DenyLine line, long pausedUntilMicros, long level, Decision said, long resetMicros) {

  static final Scarcity NONE = new Scarcity(null, 0, 0, Decision.allowed(0, 0), 0);

  /**
   * {@return what the store had too little for}
   *
   * @param said what it said last of the key
   * @param nowMicros when that came
   */
  static Scarcity of(
      @Nullable DenyLine line, long pausedUntilMicros, Decision said, long nowMicros) {
    long level = line == null ? 0 : said.remaining();
    long reset = TimeUnit.MICROSECONDS.convert(said.resetAfter());
    return new Scarcity(line, pausedUntilMicros, level, said, nowMicros + reset);
  }

  /** {@return the same, but that what was denied holds no longer} */
  Scarcity withoutLine() {
    return new Scarcity(null, pausedUntilMicros, level, said, resetMicros);
  }

  boolean isPaused(long nowMicros) {
    return nowMicros < pausedUntilMicros;
  }

  /** {@return a denial, or nothing if the store has to be asked} */
  @Nullable Decision denial(Rule rule, long cost, long nowMicros) {
    long lineWait = line == null ? 0 : line.waitMicros(cost, nowMicros);
    long pause = Math.max(0, pausedUntilMicros - nowMicros);
    if (lineWait == 0 && (pause == 0 || cost <= level)) {
      return null;
    }
    long wait = Math.max(lineWait, pause);
    long remaining = line == null ? said.remaining() : line.remaining(nowMicros);
    return Decision.denied(said.limit(), remaining, micros(wait)).toBuilder()
        .resetAfter(micros(Math.max(wait, resetMicros - nowMicros)))
        .at(Instant.EPOCH.plus(nowMicros, ChronoUnit.MICROS))
        .origin(Origin.DENY_LINE)
        .ruleName(rule.name())
        .binding(said.binding())
        .build();
  }

  private static Duration micros(long micros) {
    return Duration.of(micros, ChronoUnit.MICROS);
  }
}
