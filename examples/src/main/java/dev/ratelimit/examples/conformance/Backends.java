package dev.ratelimit.examples.conformance;

import dev.ratelimit.core.store.LeasingStore;
import dev.ratelimit.local.LocalStore;
import dev.ratelimit.redis.HandClockRedis;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.SimulatedStore;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.vectors.TimedStore;
import dev.ratelimit.testkit.vectors.VectorTarget;
import java.util.List;

/** The stores of this library, and the Redis that one of them needs. */
final class Backends implements AutoCloseable {

  private final RedisServer server = RedisServer.start();
  private final LeasingStore redis = HandClockRedis.open(server.uri());

  List<VectorTarget> all() {
    return List.of(core(), local(), redis());
  }

  private static VectorTarget core() {
    return VectorTarget.of("core", micros -> TimedStore.of(new SimulatedStore()))
        .withLeases()
        .withClockBackwards();
  }

  private static VectorTarget local() {
    return VectorTarget.of(
        "local",
        micros -> {
          FakeClock clock = FakeClock.atMicros(micros);
          LocalStore store = LocalStore.builder().timeSource(clock).build();
          return TimedStore.of(store, clock::advanceToMicros);
        });
  }

  private VectorTarget redis() {
    return VectorTarget.of("redis", micros -> TimedStore.of(redis, this::setClock).keptOpen())
        .withLeases()
        .withClockBackwards();
  }

  private void setClock(long micros) {
    server.command("SET", HandClockRedis.CLOCK_KEY, Long.toString(micros));
  }

  @Override
  public void close() {
    redis.close();
    server.close();
  }
}
