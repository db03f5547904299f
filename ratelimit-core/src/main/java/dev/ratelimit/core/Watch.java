package dev.ratelimit.core;

import dev.ratelimit.Decision;
import dev.ratelimit.DeniedKey;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.denied.TopDenied;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What watches the decisions of a limiter: its listeners, and what knows who is denied most.
 *
 * <p>Thread-safe. Costs nothing where nothing watches: then a limiter has none.
 */
public final class Watch {

  private final LimiterListener listener;
  private final @Nullable TopDenied denied;
  private final TimeSource time;

  /**
   * Makes one.
   *
   * @param listener what is told; throws nothing
   * @param denied what counts denials, {@code null} if nothing does
   * @param time the limiter's clock
   */
  Watch(LimiterListener listener, @Nullable TopDenied denied, TimeSource time) {
    this.listener = listener;
    this.denied = denied;
    this.time = time;
  }

  /** {@return whether nobody watches} */
  boolean isIdle() {
    return listener == LimiterListener.NONE && denied == null;
  }

  /** A caller is about to be told a decision. */
  void decided(String key, Rule rule, Decision decision, long nowMicros) {
    listener.onDecision(key, rule, decision);
    if (denied != null && !decision.allowed()) {
      denied.add(key, nowMicros);
    }
  }

  /**
   * The same, of a check. How long it took is told if the store gave the answer, or the fallback in
   * its place: others take less time than reading a clock.
   */
  void checked(String key, Rule rule, Decision decision, long askedMicros) {
    decided(key, rule, decision, askedMicros);
    if (listener != LimiterListener.NONE && isTimed(decision.origin())) {
      long took = time.micros() - askedMicros;
      listener.onStoreAnswer(decision, Duration.of(took, ChronoUnit.MICROS));
    }
  }

  private static boolean isTimed(Origin origin) {
    return origin == Origin.STORE || origin == Origin.FALLBACK;
  }

  /** {@return the keys that were denied most, if that is watched} */
  Optional<List<DeniedKey>> topDenied(int most, long nowMicros) {
    return denied == null ? Optional.empty() : Optional.of(denied.top(most, nowMicros));
  }
}
