package dev.ratelimit.redis;

import dev.ratelimit.TimeSource;
import dev.ratelimit.core.Completer;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Sends what callers ask, together where they ask faster than Redis answers.
 *
 * <p>Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // each has a callback that hears of failures
final class Coalescer implements AutoCloseable {

  /*
   * Every request is answered by its deadline without a timer of its own. One in flight by that of
   * its call, which is the earliest of its requests'. One that waits when a call before it ends,
   * which came earlier and so ends earlier: then it is sent if at least half of its time is left, and
   * else answered as not sent.
   */
  private static final int MOST_OPEN = 16_384;

  private final ScriptCaller caller;
  private final RedisKeys keys;
  private final TimeSource time;
  private final long deadlineMicros;
  private final Handoff handoff;
  private final ConcurrentMap<Script, Lane> lanes = new ConcurrentHashMap<>();
  private final AtomicInteger open = new AtomicInteger();
  private volatile boolean closed;

  Coalescer(ScriptCaller caller, RedisKeys keys, RedisSettings settings) {
    this.caller = caller;
    this.keys = keys;
    this.time = settings.timeSource();
    this.deadlineMicros = settings.deadline().toNanos() / 1_000;
    this.handoff = new Handoff(new Completer(settings.executor()), time);
  }

  /** Sends a request: now, or with others as soon as a call before it has ended. */
  void ask(Ask ask) {
    @Nullable String reason = reasonAgainst();
    if (reason != null) {
      handoff.deliver(List.of(Delivery.failed(ask, caller.refused(reason))));
      return;
    }
    open.incrementAndGet();
    Script script = ask.group().terms().protocol().script();
    lanes.computeIfAbsent(script, any -> new Lane(this::send, this::isLate)).add(ask);
    if (closed) { // close() may have looked before this was added
      refuseWaiting();
    }
  }

  private @Nullable String reasonAgainst() {
    if (closed) {
      return "is closed";
    }
    if (!caller.isHealthy()) {
      return "is degraded: not asked";
    }
    return open.get() < MOST_OPEN ? null : "has " + MOST_OPEN + " requests open: not asked";
  }

  private void send(Lane lane, Batch batch) {
    long left = batch.firstArrivalMicros() + deadlineMicros - time.micros();
    caller
        .call(batch.call(keys), batch.size(), Duration.of(left, ChronoUnit.MICROS))
        .whenComplete(
            (reply, failure) -> {
              open.addAndGet(-batch.size());
              lane.ended(); // first, so that the next call is on its way meanwhile
              handoff.deliver(
                  failure == null
                      ? batch.answered(reply, e -> caller.notUnderstood(reply, e, batch.size()))
                      : batch.failed(ScriptCaller.asStoreException(failure)));
            });
  }

  /** Answers a request that has waited for more than half of its time. {@return whether it has} */
  private boolean isLate(Ask ask) {
    if (time.micros() - ask.caller().arrivalMicros() <= deadlineMicros / 2) {
      return false;
    }
    refuse(ask, "has kept a request waiting for half of its deadline: not sent");
    return true;
  }

  private void refuse(Ask ask, String reason) {
    open.decrementAndGet();
    handoff.deliver(List.of(Delivery.failed(ask, caller.refused(reason))));
  }

  private void refuseWaiting() {
    lanes.values().forEach(lane -> lane.clear().forEach(ask -> refuse(ask, "is closed")));
  }

  /** What waits is refused; what is in flight ends by its deadline. */
  @Override
  public void close() {
    closed = true;
    refuseWaiting();
  }
}
