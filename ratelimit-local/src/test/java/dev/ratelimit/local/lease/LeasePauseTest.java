package dev.ratelimit.local.lease;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How seldom a busy key is asked about that is scarce. A permit comes back each millisecond. */
class LeasePauseTest {

  private static final Duration SHORTEST = Duration.ofMillis(50);
  private static final Duration LONGEST = Duration.ofNanos(62_500_000);

  private final Instance instance = new Instance();

  /** Denies a busy key a cost of 10 when this many are left. */
  private Decision denied(long left) {
    instance.heat(100);
    instance.store.check("key", Instance.RULE, 800 - left, instance.clock.micros());
    return instance.check(10);
  }

  private static Duration wait(Decision denied) {
    assertThat(denied).isDenied().hasOrigin(Origin.DENY_LINE);
    return denied.retryAfter();
  }

  @Test
  void denial_tellsTheStoresOwnWait() {
    assertThat(denied(4)).isDenied().hasOrigin(Origin.STORE).hasRetryAfter(Duration.ofMillis(6));
  }

  @Test
  void costThatDoesNotFit_waitsForTheEndOfThePause() {
    denied(4);

    assertThat(wait(instance.check(10))).isBetween(SHORTEST, LONGEST);
    assertThat(wait(instance.check(5))).isBetween(SHORTEST, LONGEST);
    assertThat(instance.store.checks()).isEqualTo(4);
  }

  @Test
  void costThatDoesNotFitForLong_waitsForTheLine() {
    denied(4);

    assertThat(wait(instance.check(100))).isEqualTo(Duration.ofMillis(96));
  }

  @Test
  void costThatFitsWhatIsLeft_isAskedAboutAtOnce() {
    denied(4);

    assertThat(instance.check(4)).isAllowed().hasOrigin(Origin.STORE);
  }

  @Test
  void afterThePause_theStoreIsAskedAgain() {
    denied(4);
    Duration pause = instance.check(10).retryAfter();

    instance.clock.advance(pause.minusNanos(1_000));
    assertThat(instance.check(10)).isDenied().hasOrigin(Origin.DENY_LINE);
    instance.clock.advanceMicros(1);
    assertThat(instance.check(10)).isAllowed().hasOrigin(Origin.STORE);
  }

  @Test
  void grantSmallerThanWanted_pausesToo() {
    instance.heat(100);
    instance.store.check("key", Instance.RULE, 780, instance.clock.micros());
    instance.check(10); // and a lease of the last 10
    instance.check(10);

    assertThat(wait(instance.check(1))).isBetween(SHORTEST, LONGEST);
    assertThat(instance.store.checks()).isEqualTo(4);
  }

  @Test
  void permitsSpentHereSinceTheDenial_areKnown() {
    instance.check(995);
    assertThat(instance.check(10)).isDenied().hasOrigin(Origin.STORE);
    instance.clock.advance(Duration.ofMillis(200)); // not busy any more, and not leased
    assertThat(instance.check(201)).isAllowed().hasOrigin(Origin.STORE);

    assertThat(instance.check(10))
        .isDenied()
        .hasOrigin(Origin.DENY_LINE)
        .hasRemaining(4)
        .hasRetryAfter(Duration.ofMillis(6));
  }

  @Test
  void pauses_areLongerByDifferentParts() {
    Pace pace = new Pace(instance.clock, Instance.leasing(1));
    LeaseTerms terms = LeaseTerms.of(Instance.RULE);
    Set<Long> lengths = new HashSet<>();
    for (int i = 0; i < 100_000; i++) {
      lengths.add(pace.pauseMicros(terms, "key", Instance.START + i));
    }

    assertThat(lengths).allMatch(length -> length >= 50_000 && length <= 62_500);
    assertThat(lengths).contains(50_000L, 62_500L);
  }

  @Test
  void instancesWithSeedsOfTheirOwn_pauseDifferently() {
    Set<Long> lengths = new HashSet<>();
    for (int seed = 0; seed < 100; seed++) {
      LeaseOptions options =
          new LeaseOptions(false, 200, 1, Runnable::run, seed, LimiterListener.NONE);
      Pace pace = new Pace(instance.clock, options);
      lengths.add(pace.pauseMicros(LeaseTerms.of(Instance.RULE), "key", Instance.START));
    }

    assertThat(lengths).hasSizeGreaterThan(90);
  }

  @Test
  void limitThatRefillsQuickly_pausesForHalfOfThat() {
    LeaseTerms quick = LeaseTerms.of(Rule.of(Limit.perSecond(20_000).withBurst(1_000)));

    assertThat(quick.pauseMicros()).isEqualTo(25_000);
  }

  @Test
  void hammeredKey_isAskedAboutOnceAPauseWithOneCost() {
    denied(0);
    int before = instance.store.checks();

    for (int i = 0; i < 1_000; i++) {
      instance.clock.advanceMicros(1_000);
      instance.check(1_000);
    }

    assertThat(instance.store.checks() - before).isBetween(0, 20);
  }
}
