package dev.ratelimit.testkit.redis.topology;

import dev.ratelimit.testkit.redis.Patience;
import dev.ratelimit.testkit.redis.RedisErrorException;
import dev.ratelimit.testkit.redis.RedisServer;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A client that follows redirections, and adds to one key as fast as it can. */
final class Counting implements AutoCloseable {

  private static final long MORE = 50;

  private final Map<Integer, RedisServer> nodes;
  private final String key;
  private final AtomicLong done = new AtomicLong();
  private final CompletableFuture<Long> ended;
  private volatile boolean stopped;
  private RedisServer present; // of the counting thread

  private Counting(List<URI> uris, String key) {
    this.nodes =
        uris.stream()
            .map(RedisServer::at)
            .collect(Collectors.toMap(RedisServer::port, Function.identity()));
    this.key = key;
    this.present = nodes.values().iterator().next();
    this.ended = CompletableFuture.supplyAsync(this::run);
  }

  static Counting start(List<URI> uris, String key) {
    return new Counting(uris, key);
  }

  private long run() {
    while (!stopped) {
      add();
      done.incrementAndGet();
    }
    return done.get();
  }

  private void add() {
    try {
      present.command("INCR", key);
    } catch (RedisErrorException e) {
      String answer = e.getMessage();
      RedisServer other =
          nodes.get(Integer.parseInt(answer.substring(answer.lastIndexOf(':') + 1)));
      if (answer.startsWith("ASK ")) {
        other.command("ASKING");
        other.command("INCR", key);
      } else {
        present = other;
        add();
      }
    }
  }

  void awaitMore() {
    long enough = done.get() + MORE;
    Patience.until("the key is counted up", () -> done.get() >= enough || ended.isDone());
  }

  /** {@return how often the key was counted up} */
  long stop() {
    stopped = true;
    return ended.join();
  }

  @Override
  public void close() {
    stopped = true;
  }
}
