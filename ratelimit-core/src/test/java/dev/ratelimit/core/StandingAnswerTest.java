package dev.ratelimit.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.Reservation;
import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Unlimited and blocked rules: answered without a store. */
class StandingAnswerTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final HandClock clock = new HandClock();
  private final MemoryStore store = new MemoryStore();
  private final StoreLimiter unlimited = limiter(Limit.unlimited());
  private final StoreLimiter blocked = limiter(Limit.blocked());

  private StoreLimiter limiter(Limit limit) {
    return new StoreLimiter(store, Rules.all(Rule.of("some", limit)), clock, Runnable::run);
  }

  private static Decision byRule(Decision decision) {
    return decision.toBuilder()
        .origin(Origin.RULE)
        .ruleName("some")
        .at(Instant.ofEpochSecond(5))
        .build();
  }

  private static Decision anything() {
    return byRule(Decision.allowed(Long.MAX_VALUE, Long.MAX_VALUE));
  }

  private static Decision nothing() {
    return byRule(Decision.never(0, 0));
  }

  @BeforeEach
  void startAtFiveSeconds() {
    clock.advance(5_000_000);
  }

  @Test
  void unlimitedKey_isAllowedEverything() throws InterruptedException {
    assertThat(unlimited.check("key", Long.MAX_VALUE)).isEqualTo(anything());
    assertThat(unlimited.checkAsync("key", 1).join()).isEqualTo(anything());
    assertThat(unlimited.peek("key", 1)).isEqualTo(anything());
    assertThat(unlimited.acquire("key", 1, SECOND)).isEqualTo(anything());
    assertThat(unlimited.acquireAsync("key", 1, SECOND)).isCompletedWithValue(anything());
    assertThat(store.calls()).isEmpty();
  }

  @Test
  void unlimitedReservation_waitsForNothingAndTouchesNoStore() {
    Reservation reservation = unlimited.reserve("key", 1_000, SECOND);

    boolean cancelled = reservation.cancel();

    assertThat(reservation.decision()).isEqualTo(anything());
    assertThat(reservation.waitTime()).isZero();
    assertThat(cancelled).isTrue();
    assertThat(store.calls()).isEmpty();
  }

  @Test
  void blockedKey_isAllowedNothingEver() throws InterruptedException {
    CompletableFuture<Decision> acquired = blocked.acquireAsync("key", 0, SECOND);

    assertThat(blocked.check("key", 0)).isEqualTo(nothing());
    assertThat(blocked.check("key", Long.MAX_VALUE)).isEqualTo(nothing());
    assertThat(blocked.checkAsync("key", 1).join()).isEqualTo(nothing());
    assertThat(blocked.peek("key", 1)).isEqualTo(nothing());
    assertThat(blocked.acquire("key", 1, SECOND)).isEqualTo(nothing());
    assertThat(blocked.reserve("key", 1, SECOND).decision()).isEqualTo(nothing());
    assertThat(acquired).isCompletedWithValue(nothing());
    assertThat(store.calls()).isEmpty();
  }

  @Test
  void refundsAndResets_touchNoStore() {
    unlimited.refund("key", 1);
    unlimited.reset("key");
    blocked.refund("key", 1);
    blocked.reset("key");

    assertThat(store.calls()).isEmpty();
  }

  @Test
  void mistakes_areMistakesUnderAnyRule() {
    assertThatIllegalArgumentException().isThrownBy(() -> unlimited.check("key", -1));
    assertThatIllegalArgumentException().isThrownBy(() -> blocked.check("key", -1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> unlimited.reserve("key", 1, Duration.ofHours(2)));
  }
}
