package dev.ratelimit.examples.chaos.scene;

import dev.ratelimit.redis.RedisLimiter;
import dev.ratelimit.redis.RedisLimiterBuilder;
import dev.ratelimit.testkit.redis.RedisErrorException;
import dev.ratelimit.testkit.redis.RedisServer;
import io.lettuce.core.RedisURI;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * One server.
 *
 * @param redis the server
 * @param before done to it before there is any limiter
 * @param fault what befalls it
 * @param effect what may become of charges
 */
record ServerScene(
    RedisServer redis,
    Consumer<RedisServer> before,
    BiConsumer<RedisServer, Pauses> fault,
    Effect effect)
    implements Scene {

  private static final int A_WHILE = 3_000;
  private static final int TIMES = 20;
  private static final int BETWEEN = 100;

  private static ServerScene of(
      RedisServer redis, BiConsumer<RedisServer, Pauses> fault, Effect effect) {
    return new ServerScene(redis, any -> {}, fault, effect);
  }

  static ServerScene undisturbed() {
    return of(RedisServer.start(), (any, pauses) -> pauses.of(A_WHILE), Effect.ofAServer());
  }

  /** It keeps its state: what it wrote to a file outlives the process. */
  static ServerScene killed() {
    return of(
        RedisServer.start("appendonly yes", "appendfsync everysec"),
        (redis, pauses) -> {
          redis.kill();
          pauses.of(2_000);
          redis.restart();
        },
        Effect.ofAServer());
  }

  static ServerScene hung() {
    return of(
        RedisServer.start(),
        (redis, pauses) -> {
          redis.pause();
          pauses.of(10_000);
          redis.resume();
        },
        Effect.ofAServer());
  }

  static ServerScene absent() {
    return new ServerScene(
        RedisServer.start(),
        RedisServer::kill,
        (redis, pauses) -> redis.restart(),
        Effect.ofAServer());
  }

  static ServerScene withoutScripts() {
    return of(
        RedisServer.start(),
        (redis, pauses) -> {
          long before = textsSent(redis);
          for (int i = 0; i < TIMES; i++) {
            redis.command("SCRIPT", "FLUSH");
            pauses.of(BETWEEN);
          }
          if (textsSent(redis) == before) {
            throw new IllegalStateException("no script was sent after it had been forgotten");
          }
        },
        Effect.ofAServer());
  }

  private static long textsSent(RedisServer redis) {
    String figures = redis.info("commandstats").getOrDefault("cmdstat_eval", "calls=0,");
    return Long.parseLong(figures.replaceAll("^calls=(\\d+),.*", "$1"));
  }

  static ServerScene outOfMemory() {
    return of(
        RedisServer.start("maxmemory-policy noeviction"),
        (redis, pauses) -> {
          redis.command("CONFIG", "SET", "maxmemory", "1mb");
          pauses.of(A_WHILE);
          redis.command("CONFIG", "SET", "maxmemory", "0");
        },
        Effect.ofAServer());
  }

  /** Somebody else's script does not end. */
  static ServerScene busy() {
    return of(
        RedisServer.start("lua-time-limit 100"),
        (redis, pauses) -> {
          Thread endless = new Thread(() -> runEndlessly(RedisServer.at(redis.uri())));
          endless.start();
          pauses.of(A_WHILE);
          redis.command("SCRIPT", "KILL");
          join(endless);
        },
        Effect.ofAServer());
  }

  private static void runEndlessly(RedisServer redis) {
    try (redis) {
      redis.command("EVAL", "while true do end", "0");
    } catch (RedisErrorException killed) {
      if (!String.valueOf(killed.getMessage()).toLowerCase(Locale.ROOT).contains("kill")) {
        throw killed;
      }
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static ServerScene silenced() {
    return of(
        RedisServer.start(),
        (redis, pauses) -> {
          redis.command("CLIENT", "PAUSE", String.valueOf(A_WHILE), "ALL");
          pauses.of(A_WHILE);
        },
        Effect.ofAServer());
  }

  /** Of a master that is nowhere, so that it keeps what it has. */
  static ServerScene demoted() {
    return of(
        RedisServer.start(),
        (redis, pauses) -> {
          redis.command("REPLICAOF", redis.host(), "1");
          pauses.of(A_WHILE);
          redis.command("REPLICAOF", "NO", "ONE");
        },
        Effect.ofAServer());
  }

  static ServerScene flushed() {
    return of(
        RedisServer.start(),
        (redis, pauses) -> {
          redis.command("FLUSHALL");
          pauses.of(A_WHILE);
        },
        Effect.ofAServer().losingWrites());
  }

  @Override
  public RedisLimiterBuilder limiter() {
    return RedisLimiter.builder(RedisURI.create(redis.uri()));
  }

  @Override
  public void prepare() {
    before.accept(redis);
  }

  @Override
  public void strike(Pauses pauses) {
    fault.accept(redis, pauses);
  }

  @Override
  public void close() {
    redis.close();
  }
}
