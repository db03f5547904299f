package dev.ratelimit.examples.demo;

import dev.ratelimit.Decision;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.examples.bound.Answers;
import dev.ratelimit.examples.bound.Outages;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What the limiters of a fleet tell, counted. Thread-safe. */
final class Events implements LimiterListener {

  private final Checks checks = new Checks();
  private final LongAdder storeCalls = new LongAdder();
  private final LongAdder fallbacks = new LongAdder();
  private final LongAdder uncertain = new LongAdder();
  private final AtomicInteger degradations = new AtomicInteger();
  private final AtomicInteger degraded = new AtomicInteger();
  private final Answers answers = new Answers();

  /** Forgets who answered so far. */
  void start() {
    answers.clear();
    storeCalls.reset();
    fallbacks.reset();
    uncertain.reset();
  }

  Checks checks() {
    return checks;
  }

  /** A heartbeat carries no request, and is no call of a check's. */
  @Override
  public void onStoreCall(Duration took, int requests) {
    if (requests > 0) {
      storeCalls.increment();
    }
    answers.byStore();
  }

  @Override
  public void onFallback(Decision decision) {
    fallbacks.increment();
    answers.byFallback();
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
    return answers.outages();
  }
}
