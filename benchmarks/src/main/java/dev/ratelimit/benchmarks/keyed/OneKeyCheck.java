package dev.ratelimit.benchmarks.keyed;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Rows "LocalLimiter.check, 1 key" and "allocation per check": a known key, allowed. */
@State(Scope.Benchmark)
public class OneKeyCheck {

  @Param private Subject subject;

  private final String key = Users.key(0);
  private KeyedLimiter limiter;

  /** Makes the key known. */
  @Setup
  public void addKey() {
    limiter = subject.limiter(Users.LIMIT, Users.COUNT);
    limiter.check(Users.key(0));
  }

  /** {@return the answer} */
  @Benchmark
  public Object check() {
    return limiter.check(key);
  }
}
