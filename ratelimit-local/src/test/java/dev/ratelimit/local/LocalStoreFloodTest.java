package dev.ratelimit.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.testkit.FakeClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a flood of new keys can and cannot do. */
class LocalStoreFloodTest {

  private static final int KEYS = 10_000;
  private static final int FLOOD = 1_000_000;
  private static final Rule LOGIN = Rule.of(Limit.perHour(10));

  private final FakeClock clock = FakeClock.atMicros(1_700_000_000_000_000L);
  private final LocalStore store = LocalStore.builder().timeSource(clock).maximumKeys(KEYS).build();

  @Test
  void floodOfKeysUsedOnce_givesADrainedKeyNothing() {
    check("victim", 10);

    long largest = flood(1);

    assertThat(check("victim", 10)).isFalse();
    assertThat(check("victim", 1)).isFalse();
    assertThat(largest).isLessThanOrEqualTo(KEYS);
  }

  @Test
  void floodOfKeysThatSpendTheirBurst_givesADrainedKeyNothing() {
    check("victim", 10);
    clock.advance(Duration.ofMinutes(1));

    long largest = flood(10);

    assertThat(check("victim", 10)).isFalse();
    assertThat(check("victim", 1)).isFalse();
    assertThat(largest).isLessThanOrEqualTo(KEYS);
  }

  @Test
  void keyThatMadeRoom_owesWhatItOwedWhenItComesBack() {
    check("victim", 7);
    flood(10);

    long left = store.peek("victim", LOGIN, 1, clock.micros()).remaining();

    assertThat(left).isLessThanOrEqualTo(3);
  }

  @Test
  void timeToRefillAfterAFlood_leavesNoTrace() {
    flood(10);
    clock.advance(Duration.ofHours(1));

    for (int i = 0; i < KEYS; i++) {
      assertThat(check("stranger-" + i, 10)).isTrue();
    }
  }

  @Test
  void floodUnderOneLimit_costsKeysOfOneThatRefillsFasterNothing() {
    Rule quick = Rule.of("quick", Limit.perMinute(20));
    flood(10);

    assertThat(store.check("stranger", quick, 20, clock.micros()).allowed()).isTrue();
  }

  @Test
  void limitOfAKeyThatMadeRoomChangesALittle_itStillOwes() {
    Rule changed = Rule.of("changed", Limit.perHour(10).withBurst(9));
    check("victim", 10);
    clock.advance(Duration.ofMinutes(1));
    flood(10);

    assertThat(store.check("victim", changed, 1, clock.micros()).allowed()).isFalse();
  }

  @Test
  void manyLimits_areRememberedInBoundedMemory() {
    LocalStore small = LocalStore.builder().timeSource(clock).maximumKeys(10).build();

    for (int i = 1; i <= 100_000; i++) {
      Rule own = Rule.of("own", Limit.perHour(10 + i));
      assertThat(small.check("key-" + i, own, 1, clock.micros()).limit()).isEqualTo(10 + i);
    }

    assertThat(small.size()).isLessThanOrEqualTo(10);
  }

  @Test
  void keysThatAreFullAgain_areSweptAndCostNobodyRoom() {
    Rule quick = Rule.of("quick", Limit.perSecond(10));
    check("victim", 5);

    for (int i = 0; i < FLOOD / 10; i++) {
      store.check("quick-" + i, quick, 1, clock.micros());
      clock.advanceMicros(100);
    }

    // A key is full again after 100 ms, so 1,000 are not; each new one sweeps four.
    assertThat(store.size()).isBetween(1_000L, 1_500L);
    assertThat(store.peek("victim", LOGIN, 1, clock.micros()).remaining()).isEqualTo(5);
  }

  private boolean check(String key, long cost) {
    return store.check(key, LOGIN, cost, clock.micros()).allowed();
  }

  /** {@return the largest number of keys seen to take room} */
  private long flood(long cost) {
    long largest = 0;
    for (int i = 0; i < FLOOD; i++) {
      check("flood-" + i, cost);
      largest = Math.max(largest, store.size());
    }
    return largest;
  }
}
