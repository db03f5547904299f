package dev.ratelimit.examples.chaos;

import dev.ratelimit.examples.chaos.scene.Pauses;
import dev.ratelimit.testkit.redis.Patience;
import java.util.List;
import java.util.stream.IntStream;

/** By what a trial goes on. */
enum Manner {
  /** By the clock, so that it is seen how long things take. */
  TIMED {
    @Override
    Pauses pauses(List<Callers> callers) {
      return Pauses.REAL;
    }

    @Override
    void awaitRecovery(List<Callers> callers) {
      Pauses.REAL.of(AFTER_MILLIS);
    }

    @Override
    Footprint after(Footprint before) {
      return Footprint.after(before);
    }
  },
  /** By how many checks there were, so that it is short, and no slowness of a machine matters. */
  COUNTED {
    @Override
    Pauses pauses(List<Callers> callers) {
      return millis -> awaitChecks(callers, millis / MILLIS_PER_CHECK);
    }

    @Override
    void awaitRecovery(List<Callers> callers) {
      Patience.until(
          "every key is answered", () -> callers.stream().allMatch(Callers::hasRecovered));
    }

    /** Others may start threads meanwhile. */
    @Override
    Footprint after(Footprint before) {
      return before;
    }
  };

  private static final long AFTER_MILLIS = 6_000;
  private static final long MILLIS_PER_CHECK = 10;

  /** {@return how a fault lets callers go on} */
  abstract Pauses pauses(List<Callers> callers);

  /** Lets callers find Redis again. */
  abstract void awaitRecovery(List<Callers> callers);

  /** {@return what the process holds after a trial} */
  abstract Footprint after(Footprint before);

  private static void awaitChecks(List<Callers> callers, long more) {
    List<Long> goals = callers.stream().map(each -> each.checks() + more).toList();
    Patience.until(
        more + " more checks were made",
        () ->
            IntStream.range(0, goals.size())
                .allMatch(i -> callers.get(i).checks() >= goals.get(i)));
  }
}
