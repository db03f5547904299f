package dev.ratelimit.benchmarks.watched;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Limiter;
import dev.ratelimit.Rule;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Checks of two known keys under two rules by turns, allowed: a rule is not always that of the
 * check before.
 */
@State(Scope.Benchmark)
public class WatchedCheck {

  /** An ordinary rate, and a burst that outlasts a quarter of an hour of checks of 1 ns each. */
  private static final Limit NEVER_EXHAUSTED = Limit.perSecond(1_000).withBurst(1_000_000_000_000L);

  private static final Rule FREE = Rule.of("free", NEVER_EXHAUSTED);
  private static final Rule PAID = Rule.of("paid", NEVER_EXHAUSTED);
  private static final String[] KEYS = {"user-of-the-free-plan", "user-who-pays"};

  @Param private Watcher watcher;

  private Limiter limiter;
  private int turn;

  /** Makes the limiter. */
  @Setup
  public void open() {
    String free = KEYS[0];
    limiter = watcher.limiter(key -> key.equals(free) ? FREE : PAID);
  }

  /** {@return the answer} */
  @Benchmark
  public Decision check() {
    return limiter.check(KEYS[turn++ & 1]);
  }
}
