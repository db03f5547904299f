package dev.ratelimit.testkit.fleet;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/** How long a message travels: evenly distributed between two bounds, both included. */
record Latency(long leastMicros, long mostMicros) {

  static Latency between(Duration least, Duration most) {
    if (least.isNegative() || least.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "latency must be from PT0S up, the lower bound first, was from " + least + " to " + most);
    }
    return new Latency(TimeUnit.MICROSECONDS.convert(least), TimeUnit.MICROSECONDS.convert(most));
  }

  long draw(RandomGenerator random) {
    return random.nextLong(leastMicros, mostMicros + 1);
  }
}
