package dev.ratelimit.redis;

import dev.ratelimit.AllOf;
import dev.ratelimit.BucketUnits;
import dev.ratelimit.FixedWindow;
import dev.ratelimit.Limit;
import dev.ratelimit.SlidingLog;
import dev.ratelimit.SlidingWindow;
import dev.ratelimit.TokenBucket;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How long things take under a limit.
 *
 * @param slotMicros after which something may change: a lease slot, a window, or the shortest time
 *     to refill of several buckets
 * @param refillMicros after which a key that was drained, not reserved, is full for sure
 */
record Spans(long slotMicros, long refillMicros) {

  static Spans of(Limit limit) {
    if (limit instanceof TokenBucket bucket) {
      return new Spans(bucket.units().slotTicks() * bucket.units().tickMicros(), refill(bucket));
    }
    if (limit instanceof AllOf all) {
      List<Long> refills = all.limits().stream().map(Spans::refill).toList();
      return new Spans(Collections.min(refills), Collections.max(refills));
    }
    if (limit instanceof FixedWindow window) {
      return ofWindow(window.window());
    }
    return ofWindow(
        limit instanceof SlidingWindow sliding ? sliding.window() : ((SlidingLog) limit).window());
  }

  private static long refill(TokenBucket bucket) {
    BucketUnits units = bucket.units();
    return units.ticksToPay(units.capacity()) * units.tickMicros();
  }

  private static Spans ofWindow(Duration window) {
    long micros = TimeUnit.MICROSECONDS.convert(window);
    return new Spans(micros, 2 * micros);
  }
}
