package dev.ratelimit.examples.chaos;

import dev.ratelimit.LimiterListener;
import dev.ratelimit.StoreException;
import java.util.concurrent.atomic.LongAdder;

/** What a limiter tells, counted. Thread-safe. */
final class Heard implements LimiterListener {

  private final LongAdder errors = new LongAdder();
  private final LongAdder uncertain = new LongAdder();
  private final LongAdder degradations = new LongAdder();

  @Override
  public void onStoreError(StoreException error) {
    errors.increment();
  }

  @Override
  public void onUncertainCharge(int requests) {
    uncertain.add(requests);
  }

  @Override
  public void onDegraded(String store) {
    degradations.increment();
  }

  long errors() {
    return errors.sum();
  }

  long uncertain() {
    return uncertain.sum();
  }

  long degradations() {
    return degradations.sum();
  }
}
