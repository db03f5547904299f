package dev.ratelimit.testkit.redis.topology;

import dev.ratelimit.testkit.redis.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** The servers of a set-up that is not complete yet: they are closed if it never is. */
final class Closing implements AutoCloseable {

  private final List<RedisServer> open = new ArrayList<>();

  <T> T start(Supplier<T> start, Function<T, RedisServer> server) {
    T started = start.get();
    open.add(server.apply(started));
    return started;
  }

  RedisServer start(String... settings) {
    return start(() -> RedisServer.start(settings), Function.identity());
  }

  /** From now on they are another's to close. */
  void complete() {
    open.clear();
  }

  @Override
  public void close() {
    open.forEach(RedisServer::close);
  }
}
