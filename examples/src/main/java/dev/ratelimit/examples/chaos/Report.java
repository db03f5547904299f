package dev.ratelimit.examples.chaos;

import dev.ratelimit.examples.chaos.scene.Fault;
import dev.ratelimit.testkit.redis.RedisServer;
import io.lettuce.core.RedisClient;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Collectors;

/** The figures as a page for people. */
final class Report {

  private Report() {}

  static String of(List<Fault> faults, Table table) {
    return """
        # What became of callers when something befell Redis

        Written by `scripts/chaos --report docs/reliability.md` on %s: Redis %s, Lettuce %s, Java %s,
        %d processors, which the servers, the callers and the limiters share. What is promised in each
        case, and by which test it is proven, is in [guarantees.md](guarantees.md).

        Each fault befalls real processes while three kinds of callers check, 8 or 6 threads each, with
        a deadline of 50 ms: of a `RedisLimiter`; of a strict `TieredLimiter` with `Fallback.open()`;
        and of a fleet of three `TieredLimiter`s with `Fallback.local(3)` that lease, all on one key, whose
        limit of 200 a second with a burst of 200 they exceed all the time.

        %s
        **Columns.** *longest ms*: the longest single check. *gap ms*: for how long Redis answered no check
        of some key. *recovery ms*: how long after the fault it had answered for every key. *told*: checks
        that ended by a `StoreException`. *fallback*: checks that the fallback answered. *escaped*: checks
        that ended by anything else. *uncertain*, *most*: requests of which it is not known whether they
        were charged, and how many there may be. *doubled*: charges that no request explains. *never sent*:
        charges of requests that were not sent, since Redis was given up. *lost*: charges that Redis
        acknowledged and then lost. *admitted*, *bound*: permits that the fleet admitted, and may. *probes*:
        calls that asked whether Redis is well. *threads*, *heap MB*: of the whole process, before and after.

        **Faults.**

        %s"""
        .formatted(
            LocalDate.now(ZoneOffset.UTC),
            redisVersion(),
            RedisClient.class.getPackage().getImplementationVersion(),
            Runtime.version(),
            Runtime.getRuntime().availableProcessors(),
            table.markdown(),
            meanings(faults));
  }

  private static String redisVersion() {
    try (RedisServer redis = RedisServer.start()) {
      return redis.version();
    }
  }

  private static String meanings(List<Fault> faults) {
    return faults.stream()
        .map(fault -> "- `" + fault + "`: " + fault.meaning() + "\n")
        .collect(Collectors.joining());
  }
}
