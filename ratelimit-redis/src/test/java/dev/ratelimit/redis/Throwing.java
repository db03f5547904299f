package dev.ratelimit.redis;

import dev.ratelimit.Decision;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import java.time.Duration;

/** Fails at whatever it is told. */
final class Throwing implements LimiterListener {

  private static RuntimeException deaf() {
    return new IllegalStateException("a listener of a test that fails");
  }

  @Override
  public void onStoreCall(Duration took, int requests) {
    throw deaf();
  }

  @Override
  public void onStoreError(StoreException error) {
    throw deaf();
  }

  @Override
  public void onDegraded(String store) {
    throw deaf();
  }

  @Override
  public void onProbe(String store) {
    throw deaf();
  }

  @Override
  public void onRecovered(String store) {
    throw deaf();
  }

  @Override
  public void onGone(String store) {
    throw deaf();
  }

  @Override
  public void onLateReply(int requests) {
    throw deaf();
  }

  @Override
  public void onUncertainCharge(int requests) {
    throw deaf();
  }

  @Override
  public void onStateLoss(String store) {
    throw deaf();
  }

  @Override
  public void onDroppedRefund(long permits) {
    throw deaf();
  }

  @Override
  public void onDecision(String key, Rule rule, Decision decision) {
    throw deaf();
  }

  @Override
  public void onStoreAnswer(Decision decision, Duration took) {
    throw deaf();
  }

  @Override
  public void onListenerFailure(Throwable failure) {
    throw deaf();
  }
}
