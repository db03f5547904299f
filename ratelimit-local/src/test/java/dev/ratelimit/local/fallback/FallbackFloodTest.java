package dev.ratelimit.local.fallback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.local.LocalStore;
import dev.ratelimit.local.tiered.TieredLimiter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A flood of new keys while the store is away. */
class FallbackFloodTest {

  private static final int KEYS = 10_000;
  private static final int FLOOD = 1_000_000;

  /** Two instances have 5 permits each. */
  private static final Rule LOGIN = Rule.of(Limit.perHour(10));

  private static final Fallback OF_TWO = Fallback.local(2);

  private final Outage outage = new Outage();

  @ParameterizedTest
  @ValueSource(longs = {1, 5})
  void floodOfNewKeys_givesADrainedKeyNothingAndTakesBoundedRoom(long costOfEach) {
    LocalStore local = LocalStore.builder().timeSource(outage.clock).maximumKeys(KEYS).build();
    Store store =
        new FallbackStore(
            outage.store,
            Outage.substitutes(OF_TWO, local),
            LimiterListener.NONE,
            outage.store::close);
    long now = outage.clock.micros();
    assertThat(store.check("victim", LOGIN, 5, now).allowed()).isTrue();

    long largest = 0;
    for (int i = 0; i < FLOOD; i++) {
      store.check("flood-" + i, LOGIN, costOfEach, now);
      largest = Math.max(largest, local.size());
    }

    assertThat(store.check("victim", LOGIN, 5, now).allowed()).isFalse();
    assertThat(store.check("victim", LOGIN, 1, now).allowed()).isFalse();
    assertThat(largest).isLessThanOrEqualTo(KEYS);
  }

  @Test
  void builderThatAllowsOneKey_stillGivesADrainedKeyNothing() {
    TieredLimiter limiter =
        TieredLimiter.builder(outage.shared(Rules.all(LOGIN)))
            .fallback(OF_TWO)
            .maximumKeys(1)
            .build();
    limiter.check("victim", 5);

    for (int i = 0; i < 1_000; i++) {
      limiter.check("flood-" + i);
    }

    assertThat(limiter.check("victim", 5).allowed()).isFalse();
  }
}
