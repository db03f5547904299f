package dev.ratelimit.redis;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import dev.ratelimit.core.Completer;
import dev.ratelimit.core.Remembered;
import dev.ratelimit.core.store.Demand;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.LeaseCall;
import dev.ratelimit.core.store.LeaseReply;
import dev.ratelimit.core.store.LeasingStore;
import dev.ratelimit.core.store.Replies;
import dev.ratelimit.core.store.Taken;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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

  private final RedisLink link;
  private final ScriptCaller caller;
  private final RedisKeys keys;
  private final Completer completer;
  private final Remembered<Limit, Terms> terms;

  RedisStore(RedisLink link, RedisSettings settings, Scripts scripts) {
    this.link = link;
    this.keys = new RedisKeys(settings.prefix());
    this.caller = new ScriptCaller(link, keys, settings);
    this.terms = new Remembered<>(limit -> Terms.of(limit, scripts));
    this.completer = new Completer(settings.executor());
  }

  ScriptCaller caller() {
    return caller;
  }

  @Override
  public Decision check(String key, Rule rule, long cost, long nowMicros) {
    return ask(key, rule, nowMicros, of -> Question.check(of, cost));
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
      caller.dropped(permits);
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
    return askAsync(key, rule, nowMicros, of -> Question.check(of, cost));
  }

  @Override
  public CompletableFuture<Held> reserveAsync(String key, Rule rule, Hold hold, long nowMicros) {
    return askAsync(key, rule, nowMicros, of -> Question.reserve(of, hold));
  }

  @Override
  public CompletableFuture<Taken> takeAsync(String key, Rule rule, long want, long nowMicros) {
    return askAsync(key, rule, nowMicros, of -> Question.take(of, want));
  }

  @Override
  public CompletableFuture<Decision> refundAsync(
      String key, Rule rule, long permits, long nowMicros) {
    return told(
        askAsync(key, rule, nowMicros, of -> Question.refund(permits)),
        () -> caller.dropped(permits));
  }

  @Override
  public CompletableFuture<LeaseReply> leaseAsync(
      String key, Rule rule, LeaseCall call, long nowMicros) {
    return askAsync(key, rule, nowMicros, of -> Question.lease(of, call));
  }

  /** In one script call, if all are under token buckets. */
  @Override
  public Optional<List<Decision>> checkTogether(List<Demand> demands, long nowMicros) {
    Optional<AllOrNone> asked = AllOrNone.of(demands, demand -> terms.of(demand.rule().limit()));
    return asked.map(
        together ->
            understood(
                reply -> together.decisions((List<?>) reply, nowMicros),
                joined(caller.call(together.call(keys)))));
  }

  private <T> T ask(String key, Rule rule, long nowMicros, Function<Terms, Question<T>> question) {
    Asked<T> asked = asked(key, rule, nowMicros, question);
    return understood(asked::read, joined(caller.call(asked.call(keys))));
  }

  private <T> CompletableFuture<T> askAsync(
      String key, Rule rule, long nowMicros, Function<Terms, Question<T>> question) {
    Asked<T> asked = asked(key, rule, nowMicros, question);
    CompletableFuture<T> answer = new CompletableFuture<>();
    caller
        .call(asked.call(keys))
        .whenComplete(
            (reply, failure) ->
                completer.run(
                    () -> complete(answer, () -> understood(asked::read, reply), failure)));
    return answer;
  }

  private <T> Asked<T> asked(
      String key, Rule rule, long nowMicros, Function<Terms, Question<T>> question) {
    Terms of = terms.of(rule.limit());
    Question<T> what = question.apply(of);
    Group group = new Group(of.protocol(), key, what.operations());
    return new Asked<>(group, what.reader(), new Replies(rule.name(), Origin.STORE, nowMicros));
  }

  /** Waits without a timeout, since the deadline ends every call; the caller is woken directly. */
  private static Object joined(CompletableFuture<Object> reply) {
    try {
      return reply.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof StoreException failure ? failure : e;
    }
  }

  private static <T> CompletableFuture<T> told(CompletableFuture<T> answer, Runnable onFailure) {
    return answer.whenComplete(
        (value, failure) -> {
          if (failure != null) {
            onFailure.run();
          }
        });
  }

  private static <T> void complete(
      CompletableFuture<T> answer, Supplier<T> value, @Nullable Throwable failure) {
    try {
      if (failure == null) {
        answer.complete(value.get());
      } else {
        answer.completeExceptionally(RedisError.unwrapped(failure));
      }
    } catch (RuntimeException | Error e) {
      answer.completeExceptionally(e);
    }
  }

  /** A server that replies what no script of ours does is as good as one that does not reply. */
  private <T> T understood(Function<Object, T> reader, Object reply) {
    try {
      return reader.apply(reply);
    } catch (RuntimeException e) {
      throw caller.notUnderstood(reply, e);
    }
  }

  /** One question, as it is sent, and who reads its reply. */
  private record Asked<T>(Group group, Question.Reader<T> reader, Replies replies) {

    ScriptCall call(RedisKeys keys) {
      return ScriptCall.of(group.protocol().script(), keys.of(group.key()), group.packed());
    }

    T read(Object reply) {
      List<?> parts = (List<?>) reply;
      return reader.read(group.answers(parts.get(1), (Long) parts.get(0)), replies);
    }
  }

  @Override
  public void close() {
    caller.close();
    link.close();
  }
}
