package dev.ratelimit.examples.chaos;

import dev.ratelimit.Decision;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.StoreException;
import dev.ratelimit.examples.bound.Answers;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What limiters tell, counted. Thread-safe. */
final class Heard implements LimiterListener {

  private final LongAdder failedCalls = new LongAdder();
  private final LongAdder uncertain = new LongAdder();
  private final LongAdder probes = new LongAdder();
  private final LongAdder degradations = new LongAdder();
  private final Set<String> degraded = ConcurrentHashMap.newKeySet();
  private final Answers answers = new Answers();

  @Override
  public void onStoreCall(Duration took, int requests) {
    answers.byStore();
  }

  @Override
  public void onStoreError(StoreException error) {
    if (error.charge() == StoreException.Charge.UNCERTAIN) {
      failedCalls.increment();
    }
  }

  @Override
  public void onUncertainCharge(int requests) {
    uncertain.add(requests);
  }

  @Override
  public void onFallback(Decision decision) {
    answers.byFallback();
  }

  @Override
  public void onProbe(String store) {
    probes.increment();
  }

  @Override
  public void onDegraded(String store) {
    degradations.increment();
    degraded.add(store);
  }

  @Override
  public void onRecovered(String store) {
    degraded.remove(store);
  }

  @Override
  public void onGone(String store) {
    degraded.remove(store);
  }

  /** {@return how many calls failed that may have been executed} */
  long failedCalls() {
    return failedCalls.sum();
  }

  /** {@return how many requests may have been charged though nobody was told} */
  long uncertain() {
    return uncertain.sum();
  }

  long probes() {
    return probes.sum();
  }

  /** {@return how often a master was given up} */
  long degradations() {
    return degradations.sum();
  }

  /** {@return whether a master is given up just now} */
  boolean isDegraded() {
    return !degraded.isEmpty();
  }

  Answers answers() {
    return answers;
  }
}
