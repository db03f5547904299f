package dev.ratelimit.redis;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Rules;
import dev.ratelimit.StoreException;
import dev.ratelimit.core.StoreLimiter;
import dev.ratelimit.redis.call.RedisSettings;
import dev.ratelimit.redis.call.ScriptCaller;
import dev.ratelimit.redis.limits.Scripts;
import dev.ratelimit.redis.link.ServerLink;
import dev.ratelimit.testkit.FakeClock;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import java.net.SocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Semaphore;

/**
 * A limiter over Redis whose deadlines and probes are the test's, and whose connection can be
 * watched: nothing times out unless the clock is advanced. Thread-safe.
 */
final class Rig implements AutoCloseable {

  static final Duration DEADLINE = Duration.ofMillis(50);

  /** The first probe after a breaker has opened is sent within this, and no second. */
  static final Duration FIRST_PROBE = Duration.ofMillis(125);

  final FakeClock clock = FakeClock.atMicros(1_767_225_600_000_000L);
  final Heard heard = new Heard();
  final ServerLink link;
  final RedisStore store;
  final StoreLimiter limiter;
  private final Semaphore connected = new Semaphore(0);
  private final Semaphore disconnected = new Semaphore(0);

  private Rig(URI redis, Scripts scripts, LimiterListener listener) {
    RedisSettings settings =
        new RedisSettings(
            "rl:",
            DEADLINE,
            clock,
            listener == LimiterListener.NONE ? heard : listener,
            ForkJoinPool.commonPool());
    link = ServerLink.open(RedisURI.create(redis), clock);
    link.firstAttempt().join();
    link.connection().addListener(new Watch());
    store = new RedisStore(link, settings, scripts);
    limiter =
        new StoreLimiter(store, Rules.all(Limit.perDay(1_000)), clock, ForkJoinPool.commonPool());
    caller().probe().join();
  }

  /** A limiter of 1,000 permits a day, all at once, whose scripts Redis knows. */
  static Rig over(URI redis) {
    return toldBy(LimiterListener.NONE, redis);
  }

  static Rig toldBy(LimiterListener listener, URI redis) {
    Rig rig = new Rig(redis, Scripts.shipped(), listener);
    rig.limiter.check("warm-up");
    return rig;
  }

  /** A limiter that asks another script than the one it knows. */
  static Rig asking(String script, URI redis) {
    return new Rig(redis, Scripts.shipped().with(text -> script), LimiterListener.NONE);
  }

  /** Who calls the only master. */
  ScriptCaller caller() {
    return store.masters().of(new byte[0]);
  }

  CompletableFuture<Decision> checkAsync() {
    return limiter.checkAsync("key");
  }

  /** What a check that cannot be answered is told. */
  static StoreException failureOf(CompletableFuture<Decision> check) {
    try {
      throw new AssertionError("answered: " + check.join());
    } catch (CompletionException e) {
      return (StoreException) e.getCause();
    }
  }

  /** Checks that are not answered by their deadline, one after another, until the breaker opens. */
  void failUntilDegraded() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      CompletableFuture<Decision> check = checkAsync();
      clock.advance(DEADLINE);
      failureOf(check);
    }
    heard.awaitDegraded();
  }

  /** Advances to the next probe, and no further: its deadline does not pass. */
  void probe() {
    clock.advance(failureOf(checkAsync()).nextProbe());
  }

  void awaitReconnected() throws InterruptedException {
    connected.acquire();
  }

  void awaitDisconnected() throws InterruptedException {
    disconnected.acquire();
  }

  @Override
  public void close() {
    limiter.close();
  }

  private final class Watch implements RedisConnectionStateListener {

    @Override
    public void onRedisConnected(RedisChannelHandler<?, ?> connection, SocketAddress address) {
      connected.release();
    }

    @Override
    public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
      disconnected.release();
    }
  }
}
