package dev.ratelimit.redis;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.Remembered;
import dev.ratelimit.core.store.Demand;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.LeaseCall;
import dev.ratelimit.core.store.LeaseReply;
import dev.ratelimit.core.store.LeasingStore;
import dev.ratelimit.core.store.Replies;
import dev.ratelimit.core.store.Taken;
import dev.ratelimit.redis.call.Masters;
import dev.ratelimit.redis.call.RedisSettings;
import dev.ratelimit.redis.call.ScriptCaller;
import dev.ratelimit.redis.coalesce.Ask;
import dev.ratelimit.redis.coalesce.BlockingAsk;
import dev.ratelimit.redis.coalesce.Coalescer;
import dev.ratelimit.redis.coalesce.FutureAsk;
import dev.ratelimit.redis.limits.Scripts;
import dev.ratelimit.redis.link.Link;
import dev.ratelimit.redis.membership.Memberships;
import dev.ratelimit.redis.protocol.AllOrNone;
import dev.ratelimit.redis.protocol.Group;
import dev.ratelimit.redis.protocol.Question;
import dev.ratelimit.redis.protocol.Terms;
import dev.ratelimit.redis.script.RedisKeys;
import dev.ratelimit.redis.watch.ServerWatch;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Keeps what keys have spent in a Redis that many instances share: one script call a request, by
 * the server's clock alone.
 *
 * <p>Where Redis does not answer within the deadline, or is known not to be well, callers get a
 * {@link StoreException}, from the synchronous methods thrown and from the others as the future's
 * failure.
 *
 * <p>Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // each has a callback that hears of failures
public final class RedisStore implements LeasingStore {

  /** Where one server has all keys. */
  private static final byte[] ANY_KEY = {};

  private static final Rule REHEARSED = Rule.of("rehearsal", Limit.perSecond(1));

  private final Link link;
  private final Masters masters;
  private final RedisKeys keys;
  private final Coalescer coalescer;
  private final Memberships memberships;
  private final TimeSource time;
  private final Duration deadline;
  private final Remembered<Limit, Terms> terms;

  RedisStore(Link link, RedisSettings settings, Scripts scripts) {
    this.link = link;
    this.keys = new RedisKeys(settings.prefix());
    ServerWatch watch = new ServerWatch(link, settings.listener());
    this.masters = new Masters(link, keys, settings, watch::look);
    this.terms = new Remembered<>(scripts::terms);
    this.coalescer = new Coalescer(link, masters, settings);
    this.time = settings.timeSource();
    this.memberships = new Memberships(masters, keys, time);
    this.deadline = settings.deadline();
    link.whenConnected(watch::look);
    watch.look(); // there may be a connection already
  }

  Masters masters() {
    return masters;
  }

  RedisMembership membership(String fleet, int assumed) {
    return new RedisMembership(memberships.open(fleet, assumed), memberships);
  }

  @Override
  public Decision check(String key, Rule rule, long cost, long nowMicros) {
    return ask(key, rule, nowMicros, of -> of.check(cost));
  }

  @Override
  public Optional<StoreException> refusal(String key) {
    return coalescer.refusal(link.hasHashSlots() ? keys.of(key) : ANY_KEY);
  }

  @Override
  public Decision peek(String key, Rule rule, long cost, long nowMicros) {
    return ask(key, rule, nowMicros, of -> Question.peek(cost));
  }

  @Override
  public Held reserve(String key, Rule rule, Hold hold, long nowMicros) {
    return ask(key, rule, nowMicros, of -> Question.reserve(of, hold));
  }

  @Override
  public Taken take(String key, Rule rule, long want, long nowMicros) {
    return ask(key, rule, nowMicros, of -> Question.take(of, want));
  }

  @Override
  public Decision refund(String key, Rule rule, long permits, long nowMicros) {
    try {
      return ask(key, rule, nowMicros, of -> Question.refund(permits));
    } catch (StoreException e) {
      masters.of(keys.of(key)).dropped(permits);
      throw e;
    }
  }

  @Override
  public Decision reset(String key, Rule rule, long nowMicros) {
    return ask(key, rule, nowMicros, of -> Question.reset());
  }

  @Override
  public LeaseReply lease(String key, Rule rule, LeaseCall call, long nowMicros) {
    return ask(key, rule, nowMicros, of -> Question.lease(of, call));
  }

  @Override
  public CompletableFuture<Decision> checkAsync(String key, Rule rule, long cost, long nowMicros) {
    return askAsync(key, rule, nowMicros, false, of -> of.check(cost));
  }

  @Override
  public CompletableFuture<Held> reserveAsync(String key, Rule rule, Hold hold, long nowMicros) {
    return askAsync(key, rule, nowMicros, false, of -> Question.reserve(of, hold));
  }

  @Override
  public CompletableFuture<Taken> takeAsync(String key, Rule rule, long want, long nowMicros) {
    return askAsync(key, rule, nowMicros, false, of -> Question.take(of, want));
  }

  @Override
  public CompletableFuture<Decision> refundAsync(
      String key, Rule rule, long permits, long nowMicros) {
    return told(
        askAsync(key, rule, nowMicros, false, of -> Question.refund(permits)),
        () -> masters.of(keys.of(key)).dropped(permits));
  }

  @Override
  public CompletableFuture<LeaseReply> leaseAsync(
      String key, Rule rule, LeaseCall call, long nowMicros) {
    return askAsync(key, rule, nowMicros, true, of -> Question.lease(of, call));
  }

  /** In one script call of their own, if all are under token buckets on one server. */
  @Override
  public Optional<List<Decision>> checkTogether(List<Demand> demands, long nowMicros) {
    if (link.hasHashSlots()) {
      return Optional.empty();
    }
    ScriptCaller caller = masters.of(keys.of(demands.get(0).key()));
    Optional<AllOrNone> asked = AllOrNone.of(demands, demand -> terms.of(demand.rule().limit()));
    return asked.map(
        together -> {
          Object reply = BlockingAsk.joined(caller.call(together.call(keys), 1, deadline));
          try {
            return together.decisions((List<?>) reply, nowMicros);
          } catch (RuntimeException e) {
            throw caller.notUnderstood(reply, e, 1);
          }
        });
  }

  private <T> T ask(String key, Rule rule, long nowMicros, Function<Terms, Question<T>> question) {
    Terms of = terms.of(rule.limit());
    Question<T> what = question.apply(of);
    long now = time.micros();
    BlockingAsk ask =
        new BlockingAsk(
            new Group(of, key, what.operations()), keys.of(key), arrival(nowMicros, now));
    coalescer.ask(ask, now);
    return ask.await().read(what.reader(), replies(rule, nowMicros));
  }

  private <T> CompletableFuture<T> askAsync(
      String key,
      Rule rule,
      long nowMicros,
      boolean direct,
      Function<Terms, Question<T>> question) {
    Terms of = terms.of(rule.limit());
    Question<T> what = question.apply(of);
    long now = time.micros();
    FutureAsk<T> ask =
        new FutureAsk<>(
            new Group(of, key, what.operations()),
            keys.of(key),
            new Ask.Caller(arrival(nowMicros, now), direct),
            what.reader(),
            replies(rule, nowMicros));
    coalescer.ask(ask, now);
    return ask.reply();
  }

  /**
   * {@return the reply to a request that charges nothing, and takes the way of all} It may be
   * completed on a thread of the driver: the executor is for callers' callbacks.
   *
   * @param master which is asked
   * @param within how long it may take, if that is more than the deadline
   */
  CompletableFuture<?> rehearse(String master, Duration within) {
    long now = time.micros();
    Terms of = terms.of(REHEARSED.limit());
    Question<LeaseReply> what = Question.lease(of, new LeaseCall(List.of(), List.of(), 0, 0));
    long later = Math.max(0, within.minus(deadline).toNanos() / 1_000);
    FutureAsk<LeaseReply> ask =
        new FutureAsk<>(
            new Group(of, "", what.operations()),
            link.probeKey(keys, master),
            new Ask.Caller(now + later, true),
            what.reader(),
            replies(REHEARSED, now));
    coalescer.ask(ask, now);
    return ask.reply();
  }

  private static Replies replies(Rule rule, long nowMicros) {
    return new Replies(rule.name(), Origin.STORE, nowMicros);
  }

  /**
   * A caller may have waited in a layer over this, and waits for one deadline in all. An instant
   * further away than that is of another clock.
   */
  private long arrival(long nowMicros, long now) {
    boolean isOfThisClock = nowMicros <= now && now - nowMicros <= deadline.toNanos() / 1_000;
    return isOfThisClock ? nowMicros : now;
  }

  private static <T> CompletableFuture<T> told(CompletableFuture<T> answer, Runnable onFailure) {
    return answer.whenComplete(
        (value, failure) -> {
          if (failure != null) {
            onFailure.run();
          }
        });
  }

  @Override
  public void close() {
    memberships.close();
    coalescer.close();
    masters.close();
    link.close();
  }
}
