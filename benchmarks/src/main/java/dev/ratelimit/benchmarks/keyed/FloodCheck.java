package dev.ratelimit.benchmarks.keyed;

import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Rows "flood": every check is that of a key which is not known, while as many keys are kept as may
 * be, none of them full.
 */
@State(Scope.Benchmark)
public class FloodCheck {

  /** What a key of the flood may spend. */
  public enum Flood {
    /** So much that none is denied: each check makes another key go. */
    ALLOWED,
    /**
     * So little that it is soon used up by what evicted keys owed: newcomers start from it and are
     * denied without taking room. A cache forgets it and allows them all.
     */
    DENIED;

    private TokenBucket limit() {
      return this == ALLOWED ? Users.LIMIT : Limit.perHour(5);
    }
  }

  private static final int MAXIMUM_KEYS = 100_000;
  private static final int NEWCOMERS = 1 << 20; // when they come round again, they are forgotten

  @Param private Subject subject;
  @Param private Flood flood;

  private KeyedLimiter limiter;
  private String[] keys;
  private int next;

  /** Fills the limiter, and lets the flood flow until its effects have settled. */
  @Setup
  public void startFlood() {
    keys = new String[NEWCOMERS];
    for (int i = 0; i < NEWCOMERS; i++) {
      keys[i] = "flood-" + i;
    }
    limiter = subject.limiter(flood.limit(), MAXIMUM_KEYS);
    for (int i = 0; i < NEWCOMERS; i++) {
      check();
    }
  }

  /** {@return the answer} */
  @Benchmark
  public Object check() {
    return limiter.check(keys[next++ & (NEWCOMERS - 1)]);
  }
}
