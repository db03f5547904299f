package dev.ratelimit.local.tiered;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.local.tiered.OutageFleet.Phase;
import dev.ratelimit.local.tiered.OutageFleet.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a fleet admits over several outages: under 50 a second with a burst of 100, in five shares.
 */
class OutageFleetTest {

  private static final int SEEDS = 25;
  private static final int OUTAGES = 5;
  private static final int SECOND = 100;

  /** Who asks, and when. */
  enum Shape implements Traffic {
    /** All instances, for three times the rate, all the time. */
    EVERYWHERE {
      @Override
      public int checks(Phase phase, SplittableRandom random) {
        return random.nextDouble() < 0.3 ? 1 : 0;
      }
    },
    /** While the store answers, one instance, but for a second after an outage none. */
    QUIET_AFTERWARDS {
      @Override
      public int checks(Phase phase, SplittableRandom random) {
        if (phase.away()) {
          return 2;
        }
        return phase.since() == 0 ? 1 : phase.since() > SECOND && phase.instance() == 0 ? 5 : 0;
      }
    },
    /** While the store answers, one instance; while it does not, all of them. */
    ONE_SIDED {
      @Override
      public int checks(Phase phase, SplittableRandom random) {
        return phase.away() ? 2 : phase.instance() == 0 ? 20 : 0;
      }
    },
    /** All instances in an outage and right after it, and then nobody until the next. */
    SPIKES {
      @Override
      public int checks(Phase phase, SplittableRandom random) {
        return phase.away() || phase.since() < 3 ? 20 : 0;
      }
    },
    /** Each instance as often in each step as chance wants. */
    RANDOM {
      @Override
      public int checks(Phase phase, SplittableRandom random) {
        return random.nextInt(20) == 0 ? random.nextInt(30) : 0;
      }
    }
  }

  private static List<Integer> spans(long seed, int shortestGap, int shortestOutage) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Integer> spans = new ArrayList<>();
    for (int i = 0; i < OUTAGES; i++) {
      spans.add(random.nextInt(shortestGap, shortestGap + 3 * SECOND));
      spans.add(random.nextInt(shortestOutage, 4 * SECOND));
    }
    spans.add(2 * SECOND);
    return spans;
  }

  private static OutageLedger run(long seed, int skew, Traffic traffic) {
    return OutageFleet.strict(seed).run(spans(seed, 2 * SECOND, SECOND / 5), skew, traffic);
  }

  @ParameterizedTest
  @EnumSource
  void fleetOfAnyTraffic_admitsNoMoreThanIsDeclared(Shape shape) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      assertThat(run(seed, 0, shape).excess()).as("seed %s", seed).isNotPositive();
      assertThat(run(seed, SECOND / 3, shape).excess()).as("skewed, %s", seed).isNotPositive();
    }
  }

  /** What is in hand when the store goes away has been charged before. */
  @ParameterizedTest
  @EnumSource
  void fleetThatLeases_admitsNoMoreThanIsDeclared(Shape shape) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      OutageFleet fleet = OutageFleet.leasing(seed);
      OutageLedger ledger = fleet.run(spans(seed, 2 * SECOND, SECOND / 5), SECOND / 3, shape);

      assertThat(ledger.excess()).as("seed %s", seed).isNotPositive();
      assertThat(fleet.leased()).isPositive();
    }
  }

  /** Some three restarts of an instance in each gap and each outage. */
  @ParameterizedTest
  @EnumSource
  void fleetThatIsRestarted_admitsNoMoreThanIsDeclared(Shape shape) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      OutageLedger ledger =
          OutageFleet.strict(seed)
              .restarting(0.01)
              .run(spans(seed, 2 * SECOND, SECOND / 5), SECOND / 3, shape);

      assertThat(ledger.excess()).as("seed %s", seed).isNotPositive();
    }
  }

  /** It knows nothing of the key, though the store is well as it starts. */
  @Test
  void restartsBetweenOutages_giveSharesTheirBurstAnew() {
    OutageLedger ledger =
        OutageFleet.strict(1)
            .restarting(0.5)
            .run(cycles(SECOND / 5, SECOND / 5), 0, Shape.ONE_SIDED);

    assertThat(ledger.excessWithoutRestarts()).isPositive();
    assertThat(ledger.excess()).isNotPositive();
  }

  /** Where all instances hear of a key, its shares start empty. */
  @Test
  void trafficEverywhere_givesSharesNothingBetweenOutages() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      assertThat(run(seed, 0, Shape.EVERYWHERE).excessWithoutGaps())
          .as("seed %s", seed)
          .isNotPositive();
    }
  }

  /**
   * Where the store has what was admitted when it is posted, as after two seconds without a check,
   * it grants that to nobody else.
   */
  @Test
  void quietAfterALongOutage_givesSharesNothingBetweenOutages() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      OutageLedger ledger =
          OutageFleet.strict(seed)
              .run(spans(seed, 4 * SECOND, 2 * SECOND), 0, Shape.QUIET_AFTERWARDS);

      assertThat(ledger.excessWithoutGaps()).as("seed %s", seed).isNotPositive();
    }
  }

  /**
   * Neither helps where one instance alone is asked while the store answers, and leaves nothing for
   * postings to take: the others' shares are full again by the next outage.
   */
  @Test
  void trafficOfOneSide_fillsSharesBetweenOutages() {
    OutageLedger ledger =
        OutageFleet.strict(1).run(cycles(3 * SECOND, 2 * SECOND), 0, Shape.ONE_SIDED);

    assertThat(ledger.excessWithoutGaps()).isPositive();
    assertThat(ledger.excess()).isNotPositive();
  }

  /** Nor where permits that nobody had asked for are spent twice within a second. */
  @Test
  void spikesAroundShortOutages_spendWhatBothHold() {
    OutageLedger ledger =
        OutageFleet.strict(1).run(cycles(3 * SECOND, SECOND / 10), 0, Shape.SPIKES);

    assertThat(ledger.excessWithoutGaps()).isPositive();
    assertThat(ledger.excess()).isNotPositive();
  }

  private static List<Integer> cycles(int answering, int away) {
    List<Integer> spans = new ArrayList<>();
    for (int i = 0; i < 2 * OUTAGES; i++) {
      spans.add(answering);
      spans.add(away);
    }
    spans.add(SECOND);
    return spans;
  }
}
