package dev.ratelimit.benchmarks.bucket;

import dev.ratelimit.Decision;
import dev.ratelimit.TimeSource;
import dev.ratelimit.local.OneBucket;
import io.github.bucket4j.Bucket;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Row "opt-in coarse time source": one bucket on a clock that is refreshed each millisecond, whose
 * refreshing thread counts as CPU too, against Bucket4j's cheapest call, which says yes or no, on
 * its default clock (milliseconds) and on its exact one.
 */
@State(Scope.Benchmark)
public class CoarseCheck {

  private final OneBucket ours = new OneBucket(Limits.NEVER_EXHAUSTED, TimeSource.coarse());
  private final Bucket byDefault = Bucket4jBuckets.byDefault(Limits.NEVER_EXHAUSTED).bucket();
  private final Bucket exact = Bucket4jBuckets.exact(Limits.NEVER_EXHAUSTED).bucket();

  /** {@return our decision} */
  @Benchmark
  public Decision ours() {
    return ours.check();
  }

  /** {@return whether Bucket4j allowed it, counting milliseconds} */
  @Benchmark
  public boolean bucket4jTryConsume() {
    return byDefault.tryConsume(1);
  }

  /** {@return whether Bucket4j allowed it, counting nanoseconds} */
  @Benchmark
  public boolean bucket4jExactTryConsume() {
    return exact.tryConsume(1);
  }
}
