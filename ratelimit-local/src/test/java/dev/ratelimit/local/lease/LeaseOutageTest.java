package dev.ratelimit.local.lease;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Fallback;
import dev.ratelimit.Origin;
import dev.ratelimit.Rules;
import dev.ratelimit.StoreException;
import dev.ratelimit.core.StoreLimiter;
import dev.ratelimit.local.tiered.TieredLimiter;
import dev.ratelimit.testkit.FakeClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A store that goes away while permits of it are in hand. */
class LeaseOutageTest {

  private final FakeClock clock = FakeClock.atMicros(Instance.START);
  private final HandStore store = new HandStore(clock);
  private final TieredLimiter limiter =
      TieredLimiter.builder(new StoreLimiter(store, Rules.all(Instance.RULE), clock, Runnable::run))
          .fallback(Fallback.open())
          .executor(Runnable::run)
          .build();

  private void lease49() {
    limiter.check("key", 100);
    limiter.check("key", 100);
    limiter.check("key", 100);
  }

  private void lease49AndGoAway() {
    lease49();
    store.goAway(away());
  }

  private static StoreException away() {
    return new StoreException("away", null, StoreException.Charge.NONE, Duration.ofMillis(70));
  }

  @Test
  void permitsInHand_areSpentBeforeTheFallbackAnswers() {
    lease49AndGoAway();

    assertThat(limiter.check("key", 40)).isAllowed().hasOrigin(Origin.LEASE).isNotDegraded();
    assertThat(limiter.check("key", 40)).isAllowed().hasOrigin(Origin.FALLBACK).isDegraded();
    assertThat(limiter.check("key", 9)).isAllowed().hasOrigin(Origin.LEASE);
    assertThat(limiter.check("key", 1)).isAllowed().hasOrigin(Origin.FALLBACK);
  }

  @Test
  void storeThatSaysItIsAway_isNotAsked() {
    lease49();
    store.refuse(away());
    int before = store.checks();

    assertThat(limiter.check("key", 40)).isAllowed().hasOrigin(Origin.LEASE).isNotDegraded();
    assertThat(limiter.check("key", 40)).isAllowed().hasOrigin(Origin.FALLBACK).isDegraded();
    assertThat(limiter.check("key", 9)).isAllowed().hasOrigin(Origin.LEASE);
    assertThat(limiter.check("other", 1)).isAllowed().hasOrigin(Origin.FALLBACK);
    assertThat(store.checks()).isEqualTo(before);

    store.comeBack();
    assertThat(limiter.check("key", 1)).isAllowed().hasOrigin(Origin.STORE);
  }

  @Test
  void permitsInHand_areSpentBeforeTheFallbackAnswersWithoutBlocking() {
    lease49AndGoAway();

    assertThat(limiter.checkAsync("key", 40).join()).hasOrigin(Origin.LEASE);
    assertThat(limiter.checkAsync("key", 40).join()).hasOrigin(Origin.FALLBACK);
  }

  @Test
  void callersThatWaitForACallThatIsLost_areAnsweredByTheFallback() {
    limiter.check("key", 100);
    limiter.check("key", 100);
    store.hold();
    var first = limiter.checkAsync("key", 100);
    var second = limiter.checkAsync("key", 100);

    store.lose(new StoreException("late", null, StoreException.Charge.UNCERTAIN, Duration.ZERO));

    assertThat(first.join()).hasOrigin(Origin.FALLBACK);
    assertThat(second.join()).hasOrigin(Origin.FALLBACK);
  }

  @Test
  void leaseThatEndsInAnOutage_isNotSpent() {
    lease49AndGoAway();
    clock.advanceMicros(Instance.TERM_MICROS);

    assertThat(limiter.check("key", 1)).hasOrigin(Origin.FALLBACK);
  }

  @Test
  void rememberedDenial_isTheStoresAlsoInAnOutage() {
    limiter.check("key", 1_000);
    limiter.check("key", 1);
    store.goAway(new StoreException("away", null, StoreException.Charge.NONE, Duration.ZERO));

    Decision denied = limiter.check("key", 10);

    assertThat(denied).isDenied().hasOrigin(Origin.DENY_LINE).isNotDegraded();
  }

  @Test
  void outage_isNotHammeredByRefills() {
    lease49AndGoAway();
    limiter.check("key", 40);
    int before = store.calls().size();

    for (int i = 0; i < 9; i++) {
      assertThat(limiter.check("key", 1)).hasOrigin(Origin.LEASE);
      clock.advanceMicros(1_000);
    }
    clock.advance(Duration.ofSeconds(10));

    assertThat(store.calls().size() - before).isBetween(0, 2);
  }

  @Test
  void storeThatIsBack_leasesAgain() {
    lease49AndGoAway();
    for (int i = 0; i < 10; i++) {
      limiter.check("key", 40);
    }
    store.comeBack();

    assertThat(limiter.check("key", 100)).isAllowed().hasOrigin(Origin.STORE);
    assertThat(limiter.check("key", 10)).isAllowed().hasOrigin(Origin.LEASE);
  }

  @Test
  void closing_givesPermitsBackAndClosesTheStore() {
    limiter.check("key", 100);
    limiter.check("key", 100);
    limiter.check("key", 100);

    limiter.close();

    assertThat(store.returned()).isEqualTo(49);
    assertThat(store.closed()).isOne();
  }

  @Test
  void closingWhileTheStoreDoesNotAnswer_doesNotBlock() {
    limiter.check("key", 100);
    limiter.check("key", 100);
    limiter.check("key", 100);
    store.hold();

    limiter.close();
    limiter.close();

    assertThat(store.closed()).isZero();
    store.lose(new StoreException("late", null, StoreException.Charge.UNCERTAIN, Duration.ZERO));
    assertThat(store.closed()).isOne();
  }
}
