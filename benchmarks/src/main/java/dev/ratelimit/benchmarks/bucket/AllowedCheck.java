package dev.ratelimit.benchmarks.bucket;

import com.google.common.util.concurrent.RateLimiter;
import dev.ratelimit.Decision;
import dev.ratelimit.TimeSource;
import dev.ratelimit.local.OneBucket;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Row "one bucket": a check that is allowed, by one thread, giving a decision, against the least
 * that any exact limiter does, a Bucket4j probe, and Guava (for information: no decision, no
 * burst).
 */
@State(Scope.Benchmark)
public class AllowedCheck {

  private final OneBucket ours = new OneBucket(Limits.NEVER_EXHAUSTED, TimeSource.system());
  private final AtomicLong nanos = new AtomicLong();
  private final Bucket bucket4j = Bucket4jBuckets.exact(Limits.NEVER_EXHAUSTED).bucket();
  private final RateLimiter guava = RateLimiter.create(1e9);

  /** {@return our decision} */
  @Benchmark
  public Decision ours() {
    return ours.check();
  }

  /** {@return whether the swap succeeded} */
  @Benchmark
  public boolean nanoTimeAndCompareAndSet() {
    long now = System.nanoTime();
    return nanos.compareAndSet(nanos.get(), now);
  }

  /** {@return Bucket4j's counterpart of a decision} */
  @Benchmark
  public ConsumptionProbe bucket4jProbe() {
    return bucket4j.tryConsumeAndReturnRemaining(1);
  }

  /** {@return whether Guava allowed it} */
  @Benchmark
  public boolean guavaTryAcquire() {
    return guava.tryAcquire();
  }
}
