package dev.ratelimit.redis.call;

import dev.ratelimit.StoreException;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.health.Breaker;
import dev.ratelimit.redis.driver.RedisError;
import dev.ratelimit.redis.link.Link;
import dev.ratelimit.redis.script.RedisKeys;
import dev.ratelimit.redis.script.ScriptCall;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Calls scripts on one master: within a hard deadline, never twice, and not at all while it is not
 * well.
 *
 * <p>Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // each has a callback that hears of failures
public final class ScriptCaller implements AutoCloseable {

  /*
   * A call ends once, by whichever comes first: the reply, a failure of the driver, its deadline.
   * The first is what its caller gets and what counts for the breaker, for which it counts before the
   * caller has it: what the caller asks next finds it counted. A reply after the deadline is only
   * told of. A call that has ended is not sent, nor sent again: not if its thread was held up until
   * the deadline, which says nothing of Redis, and EVAL after NOSCRIPT only within the deadline.
   */
  private final Link link;
  private final String master;
  private final TimeSource time;
  private final Duration deadline;
  private final Deadlines deadlines;
  private final Places places = new Places();
  private final Announcer announcer;
  private final Breaker breaker;
  private final StoreErrors errors;
  private final Probes probes;

  ScriptCaller(
      Link link, String master, RedisKeys keys, RedisSettings settings, Runnable onRecovery) {
    this.link = link;
    this.master = master;
    this.time = settings.timeSource();
    this.deadline = settings.deadline();
    this.deadlines = new Deadlines(time, this::expire);
    this.announcer = new Announcer(settings.listener(), master, onRecovery);
    this.breaker = new Breaker(time, this::probe, announcer);
    this.errors = new StoreErrors(master, breaker);
    this.probes = new Probes(this, link, keys, settings.deadline());
  }

  /** {@return how many calls may be in flight} */
  public Places places() {
    return places;
  }

  String master() {
    return master;
  }

  public boolean isHealthy() {
    return breaker.isHealthy();
  }

  /**
   * {@return the script's reply; fails with a {@link StoreException}}
   *
   * @param what the call
   * @param requests how many it carries
   * @param within how long it may take
   */
  public CompletableFuture<Object> call(ScriptCall what, int requests, Duration within) {
    return breaker.isHealthy()
        ? begin(
            new Call(time.micros(), requests, within, what),
            link.commands(),
            (call, redis) -> sendByDigest(call, what, redis))
        : CompletableFuture.failedFuture(refused("is degraded: not asked"));
  }

  /**
   * {@return the reply to what no request is behind: it charges nobody, and if it cannot be sent,
   * nobody is told}
   */
  public CompletableFuture<Object> tell(ScriptCall what) {
    return breaker.isHealthy()
        ? begin(
            new Call(time.micros(), 0, deadline, null),
            link.commands(),
            (call, redis) -> sendByDigest(call, what, redis))
        : CompletableFuture.failedFuture(new RedisException(master + " is degraded: not told"));
  }

  /** {@return the failure of a request that is not sent} */
  public StoreException refused(String reason) {
    StoreException refusal = errors.refused(reason);
    announcer.refused(refusal);
    return refusal;
  }

  /** {@return the failure that a future of this class ended with} */
  public static StoreException asStoreException(Throwable failure) {
    if (RedisError.unwrapped(failure) instanceof StoreException known) {
      return known;
    }
    throw new IllegalStateException("a call failed by itself", failure);
  }

  /** {@return done when Redis has shown that it can do all that the scripts need} */
  public CompletableFuture<Object> probe() {
    announcer.probing();
    return probes.probe();
  }

  /**
   * {@return the same, of a Redis that is given its own time, since the first call takes longest}
   */
  public CompletableFuture<Object> firstProbe(Duration patience) {
    return probes.firstProbe(patience);
  }

  /** {@return the reply to a call that charges nobody, made at this master and at no other} */
  CompletableFuture<Object> tryByDigest(ScriptCall what, Duration within) {
    return begin(
        new Call(time.micros(), 1, within, null),
        link.commandsTo(master),
        (call, redis) -> sendByDigest(call, what, redis));
  }

  /** {@return the same, whether or not the server knows the script} */
  CompletableFuture<Object> tryByText(ScriptCall what, Duration within) {
    return begin(
        new Call(time.micros(), 1, within, null),
        link.commandsTo(master),
        (call, redis) -> sendText(call, what, redis));
  }

  /** Redis is known not to be there: it is probed until it is. */
  public void trip(Throwable reason) {
    announcer.because(reason);
    breaker.trip();
  }

  private CompletableFuture<Object> begin(
      Call call,
      @Nullable RedisScriptingAsyncCommands<byte[], byte[]> redis,
      BiConsumer<Call, RedisScriptingAsyncCommands<byte[], byte[]>> send) {
    if (redis == null) {
      fail(call, RedisError.notConnected());
      return call.reply();
    }
    try {
      deadlines.watch(call);
      if (call.send()) {
        send.accept(call, redis);
      }
    } catch (RuntimeException | Error e) { // whoever asks is told, and waits no more
      fail(call, e);
    }
    return call.reply();
  }

  private void sendByDigest(
      Call call, ScriptCall what, RedisScriptingAsyncCommands<byte[], byte[]> redis) {
    RedisFuture<Object> sending =
        redis.evalsha(
            what.script().digest(), ScriptOutputType.MULTI, what.keys(), what.arguments());
    sentAs(call, sending);
    sending.whenComplete(
        (reply, failure) -> {
          if (failure != null && RedisError.of(failure) == RedisError.UNKNOWN_SCRIPT) {
            sendText(call, what, redis);
          } else {
            settle(call, reply, failure);
          }
        });
  }

  private void sendText(
      Call call, ScriptCall what, RedisScriptingAsyncCommands<byte[], byte[]> redis) {
    if (call.hasEnded()) {
      return;
    }
    RedisFuture<Object> sending =
        redis.eval(what.script().bytes(), ScriptOutputType.MULTI, what.keys(), what.arguments());
    sentAs(call, sending);
    sending.whenComplete((reply, failure) -> settle(call, reply, failure));
  }

  /** In a cluster what is on its way could still be redirected, and sent once more. */
  private void sentAs(Call call, RedisFuture<Object> sending) {
    call.sentAs(sending);
    if (call.hasEnded() && link.hasHashSlots()) { // its deadline found nothing to take back
      call.cancel();
    }
  }

  private void settle(Call call, @Nullable Object reply, @Nullable Throwable failure) {
    if (failure != null) {
      fail(call, failure);
    } else if (reply == null) {
      fail(call, new RedisException("no reply"));
    } else if (!call.expects(reply)) {
      fail(call, RedisError.notUnderstood(reply));
    } else if (call.end()) {
      deadlines.ended(call);
      breaker.succeeded();
      long answered = announcer.instant(time); // before callers do with it what they do
      call.answer(reply);
      announcer.answered(call, answered);
    } else {
      announcer.late(call.requests());
    }
  }

  private void expire(Call call) {
    if (call.endUnsent()) { // its thread was held up: no failure of Redis
      deadlines.ended(call);
      call.fail(refused("was not asked within " + call.within() + ": not sent"));
      return;
    }
    fail(call, new RedisException("no answer within " + call.within()));
    if (link.hasHashSlots()) {
      call.cancel();
    }
  }

  private void fail(Call call, Throwable failure) {
    if (!call.end()) {
      return;
    }
    deadlines.ended(call);
    Throwable reason = explained(failure);
    boolean uncertain = call.mayHaveCharged() && RedisError.of(failure) == RedisError.UNKNOWN;
    StoreException error = errors.failed(reason, uncertain);
    if (call.isOfSeveralKeys() && RedisError.isOfAMovingSlot(failure)) { // asked again, one by one
      call.fail(error);
      return;
    }
    if (isPerhapsOfOneScript(call, failure)) {
      probes.probeOnce();
    } else if (!RedisError.isOfAMovingSlot(failure)) {
      announcer.because(reason);
      breaker.failed();
    }
    call.fail(error);
    announcer.failed(error, call.requests());
  }

  /** {@return why there is no connection, if a server has said it} Else what was said. */
  private Throwable explained(Throwable failure) {
    @Nullable Throwable refusal = RedisError.isOfNoConnection(failure) ? link.refusal() : null;
    return refusal == null ? failure : refusal;
  }

  /**
   * A right that one script needs and the probe does not: the server is well for all others. If it
   * is not, a probe finds that out, and counts.
   */
  private static boolean isPerhapsOfOneScript(Call call, Throwable failure) {
    return call.isBeyondProbe() && RedisError.of(failure) == RedisError.MISCONFIGURED;
  }

  /**
   * {@return the failure of a request whose reply no script of ours gives}
   *
   * @param reply what was replied
   * @param failure what it led to
   * @param requests how many requests it was the reply to
   */
  public StoreException notUnderstood(Object reply, RuntimeException failure, int requests) {
    RedisException reason = RedisError.notUnderstood(reply);
    StoreException error = errors.notUnderstood(failure, String.valueOf(reason.getMessage()));
    announcer.because(reason);
    breaker.failed();
    announcer.failed(error, requests);
    return error;
  }

  /** A refund failed: the permits are not given back. */
  public void dropped(long permits) {
    announcer.dropped(permits);
  }

  /** It is no master any more: it is not probed. What is in flight still ends. */
  void leave() {
    breaker.close();
    if (!breaker.isHealthy()) {
      announcer.replaced();
    }
  }

  @Override
  public void close() {
    breaker.close();
    deadlines.close();
  }
}
