package dev.ratelimit.local.tiered;

import dev.ratelimit.Decision;
import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.StoreLimiter;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.local.fallback.ShakyLeases;
import dev.ratelimit.local.fallback.ShakyStore;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.SimulatedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Instances that share a store which goes away from all of them again and again, each sooner or
 * later than the others, and what they admit of one key, in steps of 10 ms.
 */
final class OutageFleet {

  static final TokenBucket LIMIT = Limit.perSecond(50).withBurst(100);
  static final int INSTANCES = 5;

  private static final String KEY = "key";
  private static final int STEP_MILLIS = 10;

  /** Whom a fleet is asked by. */
  interface Traffic {

    /** {@return how many permits are asked of an instance, one by one, in a step} */
    int checks(Phase phase, SplittableRandom random);
  }

  /**
   * What a step is like.
   *
   * @param instance which is asked
   * @param away whether the store is away from it
   * @param since for how many steps it has been so
   * @param left for how many more steps it will be so
   */
  record Phase(int instance, boolean away, int since, int left) {}

  private final FakeClock clock = FakeClock.atMicros(1_700_000_000_000_000L);
  private final SimulatedStore shared = new SimulatedStore();
  private final List<ShakyStore> ways = new ArrayList<>();
  private final List<PermitLimiter> limiters = new ArrayList<>();
  private final Function<ShakyStore, Store> kind;
  private final SplittableRandom random;
  private final OutageLedger ledger = new OutageLedger();
  private long leased;
  private double restarts; // how often in a step, by chance

  private OutageFleet(long seed, Function<ShakyStore, Store> kind) {
    this.random = new SplittableRandom(seed);
    this.kind = kind;
    for (int i = 0; i < INSTANCES; i++) {
      ShakyStore way = new ShakyStore(clock, shared);
      ways.add(way);
      limiters.add(instance(way));
    }
  }

  private PermitLimiter instance(ShakyStore way) {
    return TieredLimiter.builder(
            new StoreLimiter(kind.apply(way), Rules.all(Rule.of(LIMIT)), clock, Runnable::run))
        .fallback(Fallback.local(INSTANCES))
        .leastLeasedBurst(LIMIT.burst())
        .executor(Runnable::run)
        .seed(random.nextLong())
        .build();
  }

  /**
   * Has an instance restarted now and then.
   *
   * @param chance that one is in a step
   */
  OutageFleet restarting(double chance) {
    restarts = chance;
    return this;
  }

  private void restart(int instance) {
    limiters.get(instance).close();
    limiters.set(instance, instance(ways.get(instance)));
    ledger.restarted();
  }

  static OutageFleet strict(long seed) {
    return new OutageFleet(seed, way -> way);
  }

  static OutageFleet leasing(long seed) {
    return new OutageFleet(seed, ShakyLeases::new);
  }

  /**
   * Runs for a stretch in which the store answers and one in which it does not, as often as told.
   *
   * @param spans steps, by turns with the store and without it
   * @param skew by how many steps at most an instance loses and finds the store later than the
   *     first
   */
  OutageLedger run(List<Integer> spans, int skew, Traffic traffic) {
    int[] later = new int[INSTANCES];
    for (int i = 0; i < INSTANCES; i++) {
      later[i] = skew == 0 ? 0 : random.nextInt(skew + 1);
    }
    int length = spans.stream().mapToInt(Integer::intValue).sum();
    for (int step = 0; step < length; step++) {
      if (restarts > 0 && random.nextDouble() < restarts) {
        restart(random.nextInt(INSTANCES));
      }
      int away = 0;
      for (int i = 0; i < INSTANCES; i++) {
        Phase phase = phase(spans, i, Math.max(0, step - later[i]));
        away += phase.away() ? 1 : 0;
        ask(phase, traffic);
      }
      ledger.step(away, INSTANCES);
      clock.advanceMicros(STEP_MILLIS * 1_000L);
    }
    return ledger;
  }

  /** {@return how many checks were answered from the hand} */
  long leased() {
    return leased;
  }

  private static Phase phase(List<Integer> spans, int instance, int step) {
    int begin = 0;
    for (int i = 0; i < spans.size(); i++) {
      int end = begin + spans.get(i);
      if (step < end) {
        return new Phase(instance, i % 2 == 1, step - begin, end - step - 1);
      }
      begin = end;
    }
    throw new IllegalArgumentException("step " + step + " is after the end " + begin);
  }

  private void ask(Phase phase, Traffic traffic) {
    if (phase.away()) {
      ways.get(phase.instance()).goAway();
    } else {
      ways.get(phase.instance()).comeBack();
    }
    int checks = traffic.checks(phase, random);
    for (int i = 0; i < checks; i++) {
      Decision decision = limiters.get(phase.instance()).check(KEY);
      ledger.admitted(decision.allowed() ? 1 : 0);
      leased += decision.origin() == Origin.LEASE ? 1 : 0;
    }
  }
}
