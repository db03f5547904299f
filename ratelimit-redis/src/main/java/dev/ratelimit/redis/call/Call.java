package dev.ratelimit.redis.call;

import dev.ratelimit.redis.script.ScriptCall;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One script call, which ends once: by a reply or by a failure. Thread-safe. */
final class Call {

  private enum State {
    NEW,
    SENT,
    /** It was sent before it ended. */
    ENDED,
    NEVER_SENT
  }

  /*
   * Sending and ending are decided by one state: a call that has ended is not sent any more, and one
   * that ends knows whether it was sent.
   */
  private final AtomicReference<State> state = new AtomicReference<>(State.NEW);
  private final CompletableFuture<Object> reply = new CompletableFuture<>();
  private final long startMicros;
  private final int requests;
  private final Duration within;
  private final @Nullable ScriptCall what;
  private volatile Future<?> command = CompletableFuture.completedFuture(null);

  /**
   * Begins a call that is not sent yet.
   *
   * @param what it asks for, {@code null} if it charges nobody
   */
  Call(long startMicros, int requests, Duration within, @Nullable ScriptCall what) {
    this.what = what;
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

  /**
   * From now on the driver has it: whether it was executed may not be known.
   *
   * @return whether it may be sent: not if it has ended
   */
  boolean send() {
    return state.compareAndSet(State.NEW, State.SENT);
  }

  /** {@return whether they may be on several servers while a hash slot moves} */
  boolean isOfSeveralKeys() {
    return what != null && what.keys().length > 1;
  }

  /** {@return whether its script uses commands that the probe does not try} */
  boolean isBeyondProbe() {
    return what != null && what.script().isBeyondProbe();
  }

  /**
   * {@return whether a reply has the shape of what scripts of ours reply: an instant, and groups}
   */
  boolean expects(Object reply) {
    return what == null
        || (reply instanceof List<?> parts
            && parts.size() == what.keys().length + 1
            && parts.get(0) instanceof Long);
  }

  /**
   * {@return whether it may have charged somebody} Of a call that has ended, it does not change.
   */
  boolean mayHaveCharged() {
    return what != null && (state.get() == State.SENT || state.get() == State.ENDED);
  }

  boolean hasEnded() {
    return state.get() == State.ENDED || state.get() == State.NEVER_SENT;
  }

  /** {@return whether the call ended by this, never sent} */
  boolean endUnsent() {
    return state.compareAndSet(State.NEW, State.NEVER_SENT);
  }

  /** {@return whether the call ended by this} Whoever ended it then says how. */
  boolean end() {
    return endUnsent() || state.compareAndSet(State.SENT, State.ENDED);
  }

  void answer(Object value) {
    reply.complete(value);
  }

  void fail(Throwable failure) {
    reply.completeExceptionally(failure);
  }
}
