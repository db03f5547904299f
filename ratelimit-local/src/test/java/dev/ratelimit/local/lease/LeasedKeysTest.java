package dev.ratelimit.local.lease;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.core.store.LeaseCall;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which keys are leased. */
@SuppressWarnings("FutureReturnValueIgnored") // a check that is in flight is not waited for
class LeasedKeysTest {

  private final Instance instance = new Instance();

  private long wanted() {
    return instance.store.calls().stream().mapToLong(LeaseCall::want).sum();
  }

  private long wantedUnder(Rule rule) {
    for (int i = 0; i < 10; i++) {
      instance.check(rule, 10);
    }
    return wanted();
  }

  @Test
  void busyKey_isLeasedAndSpentHere() {
    instance.lease49();

    assertThat(instance.store.calls()).hasSize(3).last().isEqualTo(call(100, 49));
    assertThat(instance.check(40)).isAllowed().hasOrigin(Origin.LEASE);
    assertThat(instance.store.calls()).hasSize(3);
  }

  private static LeaseCall call(long cost, long want) {
    return new LeaseCall(List.of(), List.of(), cost, want);
  }

  @Test
  void twentyChecksASecond_areNotMany() {
    for (int i = 0; i < 100; i++) {
      instance.check(10);
      instance.clock.advance(Duration.ofMillis(100));
    }

    assertThat(wanted()).isZero();
    assertThat(instance.store.checks()).isEqualTo(100);
  }

  @Test
  void thirtyChecksASecond_areMany() {
    for (int i = 0; i < 30; i++) {
      instance.check(10);
      instance.clock.advance(Duration.ofMillis(33));
    }

    assertThat(wanted()).isPositive();
  }

  @Test
  void keyThatIsNotBusyAnyMore_isNotLeasedAnyMore() {
    instance.lease49();
    instance.clock.advance(Duration.ofSeconds(1));
    long before = wanted();

    instance.check(10);
    instance.check(10);

    assertThat(wanted()).isEqualTo(before);
  }

  @Test
  void burstBelow200_isNotLeased() {
    assertThat(wantedUnder(Rule.of(Limit.perSecond(199)))).isZero();
    assertThat(instance.store.checks()).isEqualTo(10);
  }

  @Test
  void burstOf200_isLeased() {
    assertThat(wantedUnder(Rule.of(Limit.perSecond(200)))).isPositive();
  }

  @Test
  void termBelow20Milliseconds_isNotLeased() {
    assertThat(wantedUnder(Rule.of(Limit.perSecond(5_000).withBurst(1_000)))).isZero(); // 19.8 ms
  }

  @Test
  void termOf20Milliseconds_isLeased() {
    assertThat(wantedUnder(Rule.of(Limit.perSecond(4_900).withBurst(1_000)))).isPositive();
  }

  @Test
  void strictLayer_leasesNothing() {
    Instance strict = new Instance(Instance.strict());
    for (int i = 0; i < 10; i++) {
      strict.check(10);
    }

    assertThat(strict.store.calls()).hasSize(10).allMatch(call -> call.want() == 0);
  }

  @Test
  void otherKindsOfLimit_areNotLeased() {
    assertThat(wantedUnder(Rule.of(Limit.fixedWindow(1_000, Duration.ofSeconds(1))))).isZero();
    assertThat(instance.store.calls()).isEmpty();
  }

  @Test
  void slowStore_isAskedExactly_untilItIsQuickAgain() {
    answersAfter(Duration.ofMillis(40), 20);
    long before = wanted();
    answersAfter(Duration.ofMillis(40), 20);
    assertThat(wanted()).isEqualTo(before);

    answersAfter(Duration.ofMillis(1), 60);
    assertThat(wanted()).isGreaterThan(before);
  }

  private void answersAfter(Duration roundTrip, int checks) {
    for (int i = 0; i < checks; i++) {
      instance.store.hold();
      int before = instance.store.inFlight();
      for (int each = 0; each < 5; each++) {
        instance.checkAsync(1);
      }
      instance.clock.advance(roundTrip);
      assertThat(before).isZero();
      while (instance.store.inFlight() > 0) {
        instance.store.release();
      }
    }
  }

  @Test
  void changedLimit_isAskedExactlyForTenTerms() {
    instance.lease49();
    Rule changed = Rule.of("busy", Limit.perSecond(2_000).withBurst(2_000));
    long before = wanted();
    instance.check(changed, 10);

    instance.clock.advanceMicros(10 * Instance.TERM_MICROS - 1);
    instance.heat(changed, 10);
    instance.check(changed, 10);
    assertThat(wanted()).isEqualTo(before);

    instance.clock.advanceMicros(1);
    instance.check(changed, 10);
    assertThat(wanted()).isGreaterThan(before);
  }

  @Test
  void limitThatAnotherInstanceChanged_isAskedExactlyForTenTerms() {
    instance.lease49();
    Rule elsewhere = Rule.of("busy", Limit.perSecond(2_000).withBurst(2_000));
    instance.store.check("key", elsewhere, 1, instance.clock.micros());
    instance.check(49);
    instance.check(100); // hears of the new generation
    long before = wanted();

    instance.clock.advanceMicros(10 * Instance.TERM_MICROS - 1);
    instance.heat(10);
    instance.check(10);
    assertThat(wanted()).isEqualTo(before);

    instance.clock.advanceMicros(1);
    instance.check(10);
    assertThat(wanted()).isGreaterThan(before);
  }

  @Test
  void changedName_isLeasedAsBefore() {
    instance.lease49();

    assertThat(instance.check(Rule.of("renamed", Limit.perSecond(1_000)), 10))
        .isAllowed()
        .hasOrigin(Origin.LEASE)
        .hasRuleName("renamed");
  }
}
