package dev.ratelimit.redis;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.Completer;
import dev.ratelimit.core.Remembered;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.LeaseCall;
import dev.ratelimit.core.store.LeaseReply;
import dev.ratelimit.core.store.LeasingStore;
import dev.ratelimit.core.store.Replies;
import dev.ratelimit.core.store.Taken;
import java.util.List;
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
  private final ScriptCaller scripts;
  private final RedisKeys keys;
  private final Script tokenBucket;
  private final Completer completer;
  private final Remembered<Limit, BucketUnits> units = new Remembered<>(RedisStore::unitsOf);

  RedisStore(RedisLink link, RedisSettings settings, Script tokenBucket) {
    this.link = link;
    this.keys = new RedisKeys(settings.prefix());
    this.scripts = new ScriptCaller(link, keys, settings);
    this.tokenBucket = tokenBucket;
    this.completer = new Completer(settings.executor());
  }

  ScriptCaller scripts() {
    return scripts;
  }

  @Override
  public Decision check(String key, Rule rule, long cost, long nowMicros) {
    return ask(key, rule, nowMicros, limit -> Question.check(limit, cost));
  }

  @Override
  public Decision peek(String key, Rule rule, long cost, long nowMicros) {
    return ask(key, rule, nowMicros, limit -> Question.peek(limit, cost));
  }

  @Override
  public Held reserve(String key, Rule rule, Hold hold, long nowMicros) {
    return ask(key, rule, nowMicros, limit -> Question.reserve(limit, hold));
  }

  @Override
  public Taken take(String key, Rule rule, long want, long nowMicros) {
    return ask(key, rule, nowMicros, limit -> Question.take(limit, want));
  }

  @Override
  public Decision refund(String key, Rule rule, long permits, long nowMicros) {
    return ask(key, rule, nowMicros, limit -> Question.refund(limit, permits));
  }

  @Override
  public Decision reset(String key, Rule rule, long nowMicros) {
    return ask(key, rule, nowMicros, Question::reset);
  }

  @Override
  public LeaseReply lease(String key, Rule rule, LeaseCall call, long nowMicros) {
    return ask(key, rule, nowMicros, limit -> Question.lease(limit, call));
  }

  @Override
  public CompletableFuture<Decision> checkAsync(String key, Rule rule, long cost, long nowMicros) {
    return askAsync(key, rule, nowMicros, limit -> Question.check(limit, cost));
  }

  @Override
  public CompletableFuture<Held> reserveAsync(String key, Rule rule, Hold hold, long nowMicros) {
    return askAsync(key, rule, nowMicros, limit -> Question.reserve(limit, hold));
  }

  @Override
  public CompletableFuture<Taken> takeAsync(String key, Rule rule, long want, long nowMicros) {
    return askAsync(key, rule, nowMicros, limit -> Question.take(limit, want));
  }

  @Override
  public CompletableFuture<Decision> refundAsync(
      String key, Rule rule, long permits, long nowMicros) {
    return askAsync(key, rule, nowMicros, limit -> Question.refund(limit, permits));
  }

  @Override
  public CompletableFuture<LeaseReply> leaseAsync(
      String key, Rule rule, LeaseCall call, long nowMicros) {
    return askAsync(key, rule, nowMicros, limit -> Question.lease(limit, call));
  }

  /** Waits without a timeout, since the deadline ends every call; the caller is woken directly. */
  private <T> T ask(
      String key, Rule rule, long nowMicros, Function<BucketUnits, Question<T>> question) {
    Question<T> asked = question.apply(units.of(rule.limit()));
    try {
      return read(asked, rule, nowMicros, send(key, asked).join());
    } catch (CompletionException e) {
      throw e.getCause() instanceof StoreException failure ? failure : e;
    }
  }

  private <T> CompletableFuture<T> askAsync(
      String key, Rule rule, long nowMicros, Function<BucketUnits, Question<T>> question) {
    Question<T> asked = question.apply(units.of(rule.limit()));
    CompletableFuture<T> answer = new CompletableFuture<>();
    send(key, asked)
        .whenComplete(
            (reply, failure) ->
                completer.run(
                    () -> complete(answer, () -> read(asked, rule, nowMicros, reply), failure)));
    return answer;
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

  private CompletableFuture<Object> send(String key, Question<?> question) {
    return scripts.call(new ScriptCall(tokenBucket, keys.of(key), question.group().packed()));
  }

  /** A server that replies what no script of ours does is as good as one that does not reply. */
  private <T> T read(Question<T> asked, Rule rule, long nowMicros, Object reply) {
    List<Object> answers;
    try {
      List<?> parts = (List<?>) reply;
      answers = asked.group().answers(parts.get(1), (Long) parts.get(0));
    } catch (RuntimeException e) {
      throw scripts.notUnderstood(reply, e);
    }
    return asked.reader().read(answers, new Replies(rule.name(), Origin.STORE, nowMicros));
  }

  private static BucketUnits unitsOf(Limit limit) {
    if (limit instanceof TokenBucket bucket) {
      return bucket.units();
    }
    throw new IllegalArgumentException("limit must be a token bucket, was " + limit);
  }

  @Override
  public void close() {
    scripts.close();
    link.close();
  }
}
