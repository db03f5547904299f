package dev.ratelimit.examples.conformance;

import dev.ratelimit.local.LocalStore;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.SimulatedStore;
import dev.ratelimit.testkit.vectors.TimedStore;
import dev.ratelimit.testkit.vectors.VectorTarget;
import java.util.List;

/** The stores of this library. */
final class Backends {

  private Backends() {}

  static List<VectorTarget> all() {
    return List.of(core(), local());
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
}
