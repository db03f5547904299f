package dev.ratelimit.local.tiered;

import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.testkit.fleet.Fleet;
import dev.ratelimit.testkit.fleet.FleetResult;
import dev.ratelimit.testkit.fleet.Shape;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/** Fleets whose instances lease, of ten instances under 1,000 a second. */
final class LeasedFleets {

  static final TokenBucket LIMIT = Limit.perSecond(1_000);

  private static final long SEEDS = 20;

  private LeasedFleets() {}

  /** {@return a fleet that leases, with the traffic of a shape} */
  private static Fleet of(TokenBucket limit, Shape shape, long seed) {
    return Fleet.of(limit)
        .traffic(shape.traffic())
        .limiter(
            (shared, random) ->
                TieredLimiter.builder(shared)
                    .fallback(Fallback.closed())
                    .executor(Runnable::run)
                    .seed(random.nextLong())
                    .build())
        .seed(seed);
  }

  /** {@return what comes of a shape of traffic and some events, once for each seed} */
  static List<FleetResult> runs(Shape shape, UnaryOperator<Fleet> events) {
    return runs(shape, LIMIT, events);
  }

  /** {@return the same under another limit} */
  static List<FleetResult> runs(Shape shape, TokenBucket limit, UnaryOperator<Fleet> events) {
    return LongStream.rangeClosed(1, SEEDS)
        .mapToObj(seed -> events.apply(of(limit, shape, seed)).run(shape.length()))
        .toList();
  }
}
