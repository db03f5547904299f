package dev.ratelimit.redis.coalesce;

import dev.ratelimit.StoreException;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.Completer;
import dev.ratelimit.redis.call.Masters;
import dev.ratelimit.redis.call.Places;
import dev.ratelimit.redis.call.RedisSettings;
import dev.ratelimit.redis.call.ScriptCaller;
import dev.ratelimit.redis.driver.RedisError;
import dev.ratelimit.redis.link.Link;
import dev.ratelimit.redis.script.Script;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends what callers ask, together where they ask faster than Redis answers.
 *
 * <p>Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // each has a callback that hears of failures
public final class Coalescer implements AutoCloseable, Lane.Traffic {

  /*
   * Every request is answered by its deadline without a timer of its own. One in flight by that of
   * its call, which is the earliest of its requests'. One that waits when a call before it ends,
   * which came earlier and so ends earlier: then it is sent if at least half of its time is left, and
   * else answered as not sent. Only where all places of a master are taken, or where it was held up on
   * its way here, calls before it can have come later: then what waits is looked at by a timer.
   */
  private static final int MOST_OPEN = 16_384;

  /** Looks in a deadline: a request is late after half of it, and found so within the rest. */
  private static final int LOOKS = 4;

  /** Of a deadline: for how long requests are held up that are looked at. */
  private static final int SMALL_PART = 16;

  private static final String DEGRADED = "is degraded: not asked";

  /** Requests of the same can share a call. */
  private record LaneKey(Script script, Object group) {}

  private final Link link;
  private final Masters masters;
  private final TimeSource time;
  private final long deadlineMicros;
  private final Handoff handoff;
  private final ConcurrentMap<LaneKey, Lane> lanes = new ConcurrentHashMap<>();
  private final AtomicInteger open = new AtomicInteger();
  private final Overdue overdue;
  private volatile boolean closed;

  public Coalescer(Link link, Masters masters, RedisSettings settings) {
    this.link = link;
    this.masters = masters;
    this.time = settings.timeSource();
    this.deadlineMicros = settings.deadline().toNanos() / 1_000;
    this.handoff = new Handoff(new Completer(settings.executor()), time);
    this.overdue = new Overdue(time, settings.deadline().dividedBy(LOOKS), this::refuseOverdue);
  }

  /**
   * Sends a request: now, or with others as soon as a call before it has ended.
   *
   * @param nowMicros by the limiter's clock
   */
  public void ask(Ask ask, long nowMicros) {
    if (closed) { // no outage: no fallback is to answer for it
      throw new IllegalStateException("the limiter is closed");
    }
    ScriptCaller caller = masters.of(ask.key());
    @Nullable String reason = reasonAgainst(caller);
    if (reason != null) {
      handoff.deliver(List.of(Delivery.failed(ask, caller.refused(reason))));
      return;
    }
    open.incrementAndGet();
    if (isLate(ask, nowMicros)) { // before it came here
      refuseLate(ask);
      return;
    }
    laneOf(ask).add(ask, nowMicros - ask.caller().arrivalMicros() > deadlineMicros / SMALL_PART);
    if (closed) { // close() may have looked before this was added
      refuseWaiting();
    }
  }

  /** {@return what a request is told of whose server is not well} */
  public Optional<StoreException> refusal(byte[] key) {
    ScriptCaller caller = masters.of(key);
    return caller.isHealthy() || closed ? Optional.empty() : Optional.of(caller.refused(DEGRADED));
  }

  private Lane laneOf(Ask ask) {
    Script script = ask.group().terms().protocol().script();
    LaneKey key = new LaneKey(script, link.groupOf(ask.key()));
    @Nullable Lane known = lanes.get(key);
    return known == null ? lanes.computeIfAbsent(key, any -> new Lane(this)) : known;
  }

  private @Nullable String reasonAgainst(ScriptCaller caller) {
    if (!caller.isHealthy()) {
      return DEGRADED;
    }
    return open.get() < MOST_OPEN ? null : "has " + MOST_OPEN + " requests open: not asked";
  }

  @Override
  public Places placesFor(Ask ask) {
    return callerOf(ask).places();
  }

  @Override
  public void send(Batch batch, Lane lane, Places places) {
    Consumer<List<Delivery>> told =
        deliveries -> {
          open.addAndGet(-batch.size());
          end(batch, lane, places, deliveries);
        };
    call(
        batch,
        told,
        failure -> {
          if (RedisError.isOfAMovingSlot(failure)) {
            callOneByOne(batch, told);
          } else {
            told.accept(batch.failed(failure));
          }
        });
  }

  private void call(
      Batch batch, Consumer<List<Delivery>> told, Consumer<StoreException> otherwise) {
    ScriptCaller caller = callerOf(batch.first());
    long left = batch.firstArrivalMicros() + deadlineMicros - time.micros();
    if (left <= 0) { // its thread was held up: no failure of Redis
      told.accept(batch.failed(caller.refused("was not asked in time: not sent")));
      return;
    }
    caller
        .call(batch.call(), batch.size(), Duration.of(left, ChronoUnit.MICROS))
        .whenComplete(
            (reply, failure) -> {
              if (failure == null) {
                told.accept(
                    batch.answered(reply, e -> caller.notUnderstood(reply, e, batch.size())));
              } else {
                otherwise.accept(ScriptCaller.asStoreException(failure));
              }
            });
  }

  /**
   * While a hash slot moves, some of its keys are on one server and some on the other, and neither
   * takes them together. Nothing was done then; alone, each key is found.
   */
  private void callOneByOne(Batch batch, Consumer<List<Delivery>> told) {
    List<Batch> parts = batch.split();
    Queue<Delivery> deliveries = new ConcurrentLinkedQueue<>();
    AtomicInteger left = new AtomicInteger(parts.size());
    for (Batch part : parts) {
      Consumer<List<Delivery>> partTold =
          ofPart -> {
            deliveries.addAll(ofPart);
            if (left.decrementAndGet() == 0) {
              told.accept(List.copyOf(deliveries));
            }
          };
      call(part, partTold, failure -> partTold.accept(part.failed(failure)));
    }
  }

  /** The next call, if there is one to make, is on its way while these are told. */
  private void end(Batch batch, Lane lane, Places places, List<Delivery> deliveries) {
    if (lane.isWaitedFor()) {
      lane.ended(batch.size(), places);
      handoff.deliver(deliveries);
      return;
    }
    try {
      handoff.deliver(deliveries);
    } finally {
      lane.ended(batch.size(), places);
    }
  }

  private ScriptCaller callerOf(Ask ask) {
    return masters.of(ask.key());
  }

  @Override
  public Batch withoutLate(Batch batch) {
    long now = time.micros();
    if (!isLate(batch.firstArrivalMicros(), now)) {
      return batch;
    }
    Batch inTime = new Batch();
    for (Ask ask : batch.asks()) {
      if (isLate(ask, now)) {
        refuseLate(ask);
      } else {
        inTime.add(ask);
      }
    }
    return inTime;
  }

  @Override
  public void watch() {
    overdue.watch();
  }

  /** {@return whether there is still something to watch} */
  private boolean refuseOverdue() {
    long now = time.micros();
    boolean goesOn = false;
    for (Lane lane : lanes.values()) {
      if (lane.isToBeWatched()) {
        lane.clear(ask -> isLate(ask, now)).forEach(this::refuseLate);
        goesOn |= lane.isToBeWatched();
      }
    }
    return goesOn;
  }

  private boolean isLate(Ask ask, long nowMicros) {
    return isLate(ask.caller().arrivalMicros(), nowMicros);
  }

  private boolean isLate(long arrivalMicros, long nowMicros) {
    return nowMicros - arrivalMicros > deadlineMicros / 2;
  }

  private void refuseLate(Ask ask) {
    refuse(ask, "has kept a request waiting for half of its deadline: not sent");
  }

  private void refuse(Ask ask, String reason) {
    open.decrementAndGet();
    handoff.deliver(List.of(Delivery.failed(ask, callerOf(ask).refused(reason))));
  }

  private void refuseWaiting() {
    lanes.values().forEach(lane -> lane.clear().forEach(ask -> refuse(ask, "is closed")));
  }

  /** What waits is refused; what is in flight ends by its deadline. */
  @Override
  public void close() {
    closed = true;
    overdue.close();
    refuseWaiting();
  }
}
