package dev.ratelimit.benchmarks.load;

import dev.ratelimit.TimeSource;
import dev.ratelimit.benchmarks.redis.Checks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * What came of a stretch of load.
 *
 * @param tally of all callers
 * @param micros from before the first check to after the last answer
 */
record Load(Tally tally, long micros) {

  private static final double MICROS_PER_SECOND = 1_000_000;

  /**
   * Lets all callers of a scene check, for some time.
   *
   * @param instances as many as the scene has
   */
  static Load of(Scene scene, List<Checks> instances, Duration time) {
    TimeSource clock = TimeSource.system();
    List<Caller> callers = new ArrayList<>();
    for (int i = 0; i < scene.callers(); i++) {
      callers.add(
          new Caller(
              instances.get(i % scene.instances()),
              Keys.of(scene.traffic(), i, scene.callers()),
              clock));
    }
    long began = clock.micros();
    long until = began + time.toNanos() / 1_000;
    List<Tally> tallies =
        switch (scene.manner()) {
          case BLOCKING -> block(callers, until);
          case ASYNCHRONOUS -> joined(callers.stream().map(caller -> caller.chain(until)).toList());
        };
    Tally all = new Tally();
    tallies.forEach(all::add);
    return new Load(all, clock.micros() - began);
  }

  private static List<Tally> block(List<Caller> callers, long until) {
    ExecutorService threads = Executors.newFixedThreadPool(callers.size());
    try {
      return joined(
          callers.stream()
              .map(caller -> CompletableFuture.supplyAsync(() -> caller.block(until), threads))
              .toList());
    } finally {
      threads.shutdown();
    }
  }

  private static List<Tally> joined(List<CompletableFuture<Tally>> tallies) {
    return tallies.stream().map(CompletableFuture::join).toList();
  }

  double checksPerSecond() {
    return tally.checks() / seconds();
  }

  double seconds() {
    return micros / MICROS_PER_SECOND;
  }
}
