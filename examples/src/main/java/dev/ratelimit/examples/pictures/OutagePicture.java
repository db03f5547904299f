package dev.ratelimit.examples.pictures;

import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.local.tiered.TieredLimiter;
import dev.ratelimit.testkit.fleet.Event;
import dev.ratelimit.testkit.fleet.Fleet;
import dev.ratelimit.testkit.fleet.FleetResult;
import dev.ratelimit.testkit.fleet.Traffic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What a fleet of three admits while Redis is away, by its fallback: simulated. */
final class OutagePicture {

  static final TokenBucket LIMIT = Limit.perSecond(100);
  static final Duration AWAY = Duration.ofSeconds(4);
  static final Duration BACK = Duration.ofSeconds(8);
  static final Duration END = Duration.ofSeconds(12);

  private static final int INSTANCES = 3;
  private static final int DEMAND = 300;
  private static final Duration STEP = Duration.ofMillis(500);

  private OutagePicture() {}

  static FleetResult run(Fallback fallback) {
    return Fleet.of(LIMIT)
        .instances(INSTANCES)
        .traffic(Traffic.even(DEMAND))
        .limiter(
            (shared, random) ->
                TieredLimiter.builder(shared)
                    .strict()
                    .fallback(fallback)
                    .executor(Runnable::run)
                    .seed(random.nextLong())
                    .build())
        .at(AWAY, Event.loseRequests(1))
        .at(BACK, Event.loseRequests(0))
        .run(END);
  }

  /** {@return permits admitted a second, in each half of a second after the burst is spent} */
  static List<Point> rates(FleetResult result) {
    List<Point> rates = new ArrayList<>();
    for (Duration from = STEP; from.compareTo(END) < 0; from = from.plus(STEP)) {
      double permits = result.granted(from, from.plus(STEP));
      double middle = from.plus(STEP.dividedBy(2)).toMillis() / 1e3;
      rates.add(new Point(middle, permits * 1e3 / STEP.toMillis()));
    }
    return rates;
  }

  static String svg() {
    return new Chart("Three instances, Limit.perSecond(100), 300 asked: admitted a second", 12, 400)
        .axes(2, 100, "seconds")
        .shade(4, 8, "Redis is away")
        .curve(Ink.OTHER, rates(run(Fallback.open())))
        .curve(Ink.DENIED, rates(run(Fallback.closed())))
        .curve(Ink.LINE, rates(run(Fallback.local(INSTANCES))))
        .word(new Point(8.2, 300), 0, 0, Ink.OTHER, "open()")
        .word(new Point(5.2, 100), 0, -12, Ink.LINE, "local(3)")
        .word(new Point(5.2, 0), 0, -10, Ink.DENIED, "closed()")
        .svg();
  }
}
