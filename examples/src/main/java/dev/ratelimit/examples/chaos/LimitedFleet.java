package dev.ratelimit.examples.chaos;

import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.examples.bound.Bound;
import dev.ratelimit.examples.chaos.scene.Keys;
import dev.ratelimit.examples.chaos.scene.Scene;
import dev.ratelimit.local.tiered.TieredLimiter;
import dev.ratelimit.redis.RedisLimiter;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Instances that lease, and have shares to fall back to, under more demand for one key than its
 * limit allows.
 */
final class LimitedFleet implements AutoCloseable {

  private static final int INSTANCES = 3;
  private static final int THREADS = 2;
  private static final TokenBucket LIMIT = Limit.perSecond(200).withBurst(200);
  private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Heard heard = new Heard();
  private final long startNanos = System.nanoTime();
  private final List<Callers> instances;
  private double seconds;

  LimitedFleet(Scene scene) {
    this.instances = Stream.generate(() -> instance(scene)).limit(INSTANCES).toList();
  }

  private Callers instance(Scene scene) {
    RedisLimiter redis = scene.limiter().limit(LIMIT).prefix("fleet:").listener(heard).build();
    return new Callers(
        TieredLimiter.builder(redis).fallback(Fallback.local(INSTANCES)).listener(heard).build(),
        () -> false,
        List.of(Keys.SHARED),
        THREADS);
  }

  List<Callers> instances() {
    return instances;
  }

  Heard heard() {
    return heard;
  }

  /** {@return what was admitted, and may be if Redis has forgotten a key so often} */
  Admitted admitted(long forgotten) {
    Bound bound = new Bound(seconds, INSTANCES, heard.answers().outages());
    double most = bound.of(LIMIT) + (double) forgotten * LIMIT.burst();
    return new Admitted(
        instances.stream().mapToLong(Callers::admitted).sum(), (long) Math.floor(most));
  }

  @Override
  public void close() {
    instances.forEach(Callers::close);
    seconds = (System.nanoTime() - startNanos) / NANOS_PER_SECOND;
  }
}
