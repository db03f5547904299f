package dev.ratelimit.benchmarks.kinds;

import dev.ratelimit.AllOf;
import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.local.LocalLimiter;
import java.time.Duration;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Growth with the number of limits on a key: a check that all of them allow, by one thread. */
@State(Scope.Benchmark)
public class AllOfCheck {

  private static final long BURST = 300_000_000;

  @Param("1")
  private int limits;

  private LocalLimiter limiter;

  /**
   * {@return limits, each with a period of its own, that allow all checks of a run}
   *
   * @param limits how many, from 1 to 8
   */
  public static AllOf roomy(int limits) {
    return new AllOf(IntStream.range(0, limits).mapToObj(AllOfCheck::roomyBucket).toList());
  }

  private static TokenBucket roomyBucket(int number) {
    return Limit.of(1, Duration.ofSeconds(1 + number)).withBurst(BURST);
  }

  /** Makes the limiter. */
  @Setup
  public void open() {
    limiter = LocalLimiter.builder(roomy(limits)).build();
  }

  /** {@return our decision} */
  @Benchmark
  public Decision check() {
    return limiter.check("user");
  }
}
