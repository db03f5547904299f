package dev.ratelimit.testkit.fleet;

import java.util.List;
import java.util.stream.LongStream;

/** Traffic of checks of cost 1 at instants that a test names. */
final class Checks {

  private Checks() {}

  static Traffic atMillis(long... millis) {
    return of(0, millis);
  }

  static Traffic of(int instance, long... millis) {
    List<Arrival> arrivals =
        LongStream.of(millis)
            .mapToObj(ms -> new Arrival(ms * 1_000, instance, Traffic.KEY, 1))
            .toList();
    return Traffic.exactly(arrivals);
  }
}
