package dev.ratelimit.benchmarks.bucket;

import dev.ratelimit.Decision;
import dev.ratelimit.TimeSource;
import dev.ratelimit.local.OneBucket;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/** Row "2 threads on one key": both check one bucket as fast as they can. */
@State(Scope.Benchmark)
@Threads(2)
public class ContendedCheck {

  private final OneBucket ours = new OneBucket(Limits.NEVER_EXHAUSTED, TimeSource.system());
  private final Bucket bucket4j = Bucket4jBuckets.exact(Limits.NEVER_EXHAUSTED).bucket();

  /** {@return our decision} */
  @Benchmark
  public Decision ours() {
    return ours.check();
  }

  /** {@return Bucket4j's counterpart of a decision} */
  @Benchmark
  public ConsumptionProbe bucket4jProbe() {
    return bucket4j.tryConsumeAndReturnRemaining(1);
  }
}
