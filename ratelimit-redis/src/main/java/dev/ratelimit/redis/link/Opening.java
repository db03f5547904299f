package dev.ratelimit.redis.link;

import dev.ratelimit.Cancellable;
import dev.ratelimit.TimeSource;
import dev.ratelimit.redis.driver.Driver;
import dev.ratelimit.redis.driver.RedisError;
import io.lettuce.core.api.StatefulConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens a connection in the background, again and again until it succeeds: one attempt at a time.
 *
 * <p>Thread-safe.
 *
 * @param <C> the kind of connection
 */
@SuppressWarnings("FutureReturnValueIgnored") // each has a callback that hears of failures
final class Opening<C extends StatefulConnection<?, ?>> implements AutoCloseable {

  /** Before the next attempt to connect to a server that is asked for decisions. */
  static final Duration SOON = Duration.ofMillis(100);

  /** What is in flight on a connection that is replaced may still be answered. */
  private static final Duration LINGERING = Duration.ofSeconds(1);

  private final Driver<?> driver;
  private final Supplier<? extends CompletionStage<C>> connecting;
  private final Duration pause;
  private final TimeSource time;
  private final CompletableFuture<Void> firstAttempt = new CompletableFuture<>();
  private volatile @Nullable C connection;
  private volatile Cancellable retry = () -> false;
  private Runnable lastReplaced = () -> {}; // guarded by this: closes it if it is still open
  private boolean underWay; // guarded by this: an attempt, or a pause before the next
  private boolean outdated; // guarded by this: what the attempt under way leads to
  private volatile Runnable whenKept = () -> {};
  private volatile boolean hasFailed;
  private volatile boolean closed;

  /**
   * Makes one that has not begun.
   *
   * @param pause before the next attempt, after one that failed
   */
  Opening(
      Driver<?> driver,
      Supplier<? extends CompletionStage<C>> connecting,
      Duration pause,
      TimeSource time) {
    this.driver = driver;
    this.connecting = connecting;
    this.pause = pause;
    this.time = time;
  }

  /** {@return the connection, {@code null} until there has been one} */
  @Nullable C connection() {
    return connection;
  }

  boolean isClosed() {
    return closed;
  }

  /** {@return done when the first attempt to connect is; fails with its failure} */
  CompletableFuture<Void> firstAttempt() {
    return firstAttempt;
  }

  /** Has somebody told whenever there is another connection; it must not block. */
  void whenKept(Runnable told) {
    whenKept = told;
  }

  /**
   * Begins to open a connection, which takes the place of the present one, unless one is opened.
   */
  synchronized void begin() {
    if (!underWay) {
      underWay = true;
      attempt();
    }
  }

  /** The same, and once more if one is opened now: it may lead to where the server was before. */
  synchronized void beginAnew() {
    outdated = underWay;
    begin();
  }

  private synchronized void attempt() {
    if (closed) {
      return;
    }
    try {
      connecting.get().whenComplete(this::ended);
    } catch (RuntimeException | Error e) { // nothing to try again
      close();
      throw e;
    }
  }

  private void ended(@Nullable C connected, @Nullable Throwable failure) {
    if (connected != null) {
      keep(connected);
      over();
      firstAttempt.complete(null);
      whenKept.run();
    } else if (failure != null) {
      retryLater();
      told(failure);
    }
  }

  /**
   * A server that refuses what it is told while a connection is set up may close it before its
   * reason has come: then the next attempt is the first that counts.
   */
  private void told(Throwable failure) {
    Throwable cause = RedisError.unwrapped(failure);
    boolean isPlain =
        cause instanceof IOException || RedisError.of(failure) == RedisError.MISCONFIGURED;
    if (isPlain || hasFailed) {
      firstAttempt.completeExceptionally(failure);
    }
    hasFailed = true;
  }

  private void keep(C connected) {
    @Nullable C old = connection;
    connection = connected;
    if (old != null) {
      replaced(old);
    }
    if (closed) {
      connected.closeAsync();
    }
  }

  private synchronized void replaced(C old) {
    lastReplaced.run();
    if (closed) {
      old.closeAsync();
      return;
    }
    Cancellable closing = time.schedule(LINGERING, old::closeAsync);
    lastReplaced =
        () -> {
          if (closing.cancel()) {
            old.closeAsync();
          }
        };
  }

  private synchronized void over() {
    underWay = false;
    if (outdated) {
      outdated = false;
      begin();
    }
  }

  private void retryLater() {
    if (!closed) {
      retry = time.schedule(pause, this::attempt);
    }
  }

  @Override
  public void close() {
    synchronized (this) { // no attempt begins after this
      closed = true;
      lastReplaced.run();
    }
    retry.cancel();
    @Nullable C last = connection;
    if (!driver.end() && last != null) {
      last.closeAsync();
    }
  }
}
