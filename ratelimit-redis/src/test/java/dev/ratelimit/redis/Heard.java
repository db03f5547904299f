package dev.ratelimit.redis;

import dev.ratelimit.LimiterListener;
import dev.ratelimit.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Remembers what a limiter tells, and lets a test wait for it. Thread-safe. */
public final class Heard implements LimiterListener {

  private final List<StoreException> errors = new CopyOnWriteArrayList<>();
  private final AtomicInteger uncertain = new AtomicInteger();
  private final AtomicLong dropped = new AtomicLong();
  private final List<String> degradedStores = new CopyOnWriteArrayList<>();
  private final List<String> recoveredStores = new CopyOnWriteArrayList<>();
  private final List<String> goneStores = new CopyOnWriteArrayList<>();
  private final AtomicInteger probes = new AtomicInteger();
  private final Semaphore answered = new Semaphore(0);
  private final Semaphore uncertainOnes = new Semaphore(0);
  private final Semaphore degraded = new Semaphore(0);
  private final Semaphore recovered = new Semaphore(0);
  private final Semaphore gone = new Semaphore(0);
  private final List<String> losses = new CopyOnWriteArrayList<>();
  private final Semaphore lost = new Semaphore(0);
  private final Semaphore late = new Semaphore(0);

  @Override
  public void onProbe(String store) {
    probes.incrementAndGet();
  }

  @Override
  public void onStoreCall(Duration took, int requests) {
    answered.release(requests);
  }

  @Override
  public void onStoreError(StoreException error) {
    errors.add(error);
  }

  @Override
  public void onDegraded(String store) {
    degradedStores.add(store);
    degraded.release();
  }

  @Override
  public void onRecovered(String store) {
    recoveredStores.add(store);
    recovered.release();
  }

  @Override
  public void onGone(String store) {
    goneStores.add(store);
    gone.release();
  }

  @Override
  public void onStateLoss(String store) {
    losses.add(store);
    lost.release();
  }

  @Override
  public void onLateReply(int requests) {
    late.release(requests);
  }

  @Override
  public void onUncertainCharge(int requests) {
    uncertain.addAndGet(requests);
    uncertainOnes.release(requests);
  }

  @Override
  public void onDroppedRefund(long permits) {
    dropped.addAndGet(permits);
  }

  long dropped() {
    return dropped.get();
  }

  List<StoreException> errors() {
    return errors;
  }

  int uncertain() {
    return uncertain.get();
  }

  int degradations() {
    return degradedStores.size();
  }

  List<String> degraded() {
    return degradedStores;
  }

  int probes() {
    return probes.get();
  }

  int recoveries() {
    return recoveredStores.size();
  }

  List<String> recovered() {
    return recoveredStores;
  }

  List<String> gone() {
    return goneStores;
  }

  /** {@return late replies that nobody has waited for} */
  int late() {
    return late.availablePermits();
  }

  void awaitAnswered(int requests) throws InterruptedException {
    answered.acquire(requests);
  }

  void awaitUncertain(int requests) throws InterruptedException {
    uncertainOnes.acquire(requests);
  }

  void awaitDegraded() throws InterruptedException {
    degraded.acquire();
  }

  void awaitRecovered() throws InterruptedException {
    recovered.acquire();
  }

  void awaitGone() throws InterruptedException {
    gone.acquire();
  }

  /** {@return the stores whose state may have been lost} */
  public List<String> losses() {
    return losses;
  }

  void awaitLoss() throws InterruptedException {
    lost.acquire();
  }

  void awaitLate(int replies) throws InterruptedException {
    late.acquire(replies);
  }
}
