package dev.ratelimit.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/** One script call, which ends once: by a reply or by a failure. Thread-safe. */
final class Call {

  private final AtomicBoolean ended = new AtomicBoolean();
  private final CompletableFuture<Object> reply = new CompletableFuture<>();
  private final long startMicros;
  private final int requests;
  private final Duration within;
  private int groups; // written before sent
  private boolean beyondProbe; // written before sent
  private volatile boolean sent;
  private volatile Future<?> command = CompletableFuture.completedFuture(null);

  Call(long startMicros, int requests, Duration within) {
    this.startMicros = startMicros;
    this.requests = requests;
    this.within = within;
  }

  /** {@return how long it may take} */
  Duration within() {
    return within;
  }

  long deadlineMicros() {
    return startMicros + within.toNanos() / 1_000;
  }

  /** {@return how many requests it carries} */
  int requests() {
    return requests;
  }

  CompletableFuture<Object> reply() {
    return reply;
  }

  long startMicros() {
    return startMicros;
  }

  /** Tells the driver's command, by which it can be taken back. */
  void sentAs(Future<?> command) {
    this.command = command;
  }

  /** Keeps the driver from sending it any more. */
  void cancel() {
    command.cancel(false);
  }

  /** From now on the driver has it: whether it was executed may not be known. */
  void sent(ScriptCall what) {
    groups = what.keys().length;
    beyondProbe = what.script().isBeyondProbe();
    sent = true;
  }

  /** {@return whether its script uses commands that the probe does not try} */
  boolean isBeyondProbe() {
    return sent && beyondProbe;
  }

  /**
   * {@return whether a reply has the shape of what scripts of ours reply: an instant, and groups}
   */
  boolean expects(Object reply) {
    return !sent
        || (reply instanceof List<?> parts
            && parts.size() == groups + 1
            && parts.get(0) instanceof Long);
  }

  boolean wasSent() {
    return sent;
  }

  boolean hasEnded() {
    return ended.get();
  }

  /** {@return whether the call ended by this} Whoever ended it then says how. */
  boolean end() {
    return ended.compareAndSet(false, true);
  }

  void answer(Object value) {
    reply.complete(value);
  }

  void fail(Throwable failure) {
    reply.completeExceptionally(failure);
  }
}
