package dev.ratelimit.examples.demo;

import dev.ratelimit.Decision;
import dev.ratelimit.LimiterListener;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What the limiters of a fleet tell, counted. Thread-safe. */
final class Events implements LimiterListener {

  /*
   * Time is cut in slices, and of each it is known whether Redis answered in it and whether a
   * fallback did. Where both did, some instances spent the shared bucket and others their shares.
   */
  private static final long SLICE_NANOS = 100_000_000;

  private final Checks checks = new Checks();
  private final LongAdder storeCalls = new LongAdder();
  private final LongAdder fallbacks = new LongAdder();
  private final LongAdder uncertain = new LongAdder();
  private final AtomicInteger degradations = new AtomicInteger();
  private final AtomicInteger degraded = new AtomicInteger();
  private final Set<Long> storeSlices = ConcurrentHashMap.newKeySet();
  private final Set<Long> fallbackSlices = ConcurrentHashMap.newKeySet();

  /** Forgets who answered so far. */
  void start() {
    storeSlices.clear();
    fallbackSlices.clear();
    storeCalls.reset();
    fallbacks.reset();
    uncertain.reset();
  }

  Checks checks() {
    return checks;
  }

  @Override
  public void onStoreCall(Duration took, int requests) {
    storeCalls.increment();
    storeSlices.add(slice());
  }

  @Override
  public void onFallback(Decision decision) {
    fallbacks.increment();
    fallbackSlices.add(slice());
  }

  @Override
  public void onUncertainCharge(int requests) {
    uncertain.add(requests);
  }

  @Override
  public void onDegraded(String store) {
    degradations.incrementAndGet();
    degraded.incrementAndGet();
  }

  @Override
  public void onRecovered(String store) {
    degraded.decrementAndGet();
  }

  long storeCalls() {
    return storeCalls.sum();
  }

  long fallbacks() {
    return fallbacks.sum();
  }

  long uncertain() {
    return uncertain.sum();
  }

  /** {@return how many instances do without Redis just now} */
  int degraded() {
    return degraded.get();
  }

  /** {@return how often an instance began to do without Redis} */
  int degradations() {
    return degradations.get();
  }

  /** {@return when fallbacks answered instead of Redis} */
  Outages outages() {
    return Outages.of(fallbackSlices, storeSlices, SLICE_NANOS / 1e9);
  }

  private static long slice() {
    return System.nanoTime() / SLICE_NANOS;
  }
}
