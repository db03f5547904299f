package dev.ratelimit.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.SimulatedStore;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Instants that slower threads read before a key's last write, under limits of 10 permits in 10
 * seconds. The last write is where a window begins; the slower thread's instant is 100 ms before
 * it.
 */
class StateCellInstantsTest {

  private static final Duration WINDOW = Duration.ofSeconds(10);
  private static final long NOW = 1_700_000_000_000_000L;
  private static final long EARLIER = NOW - 100_000;
  private static final Rule BUCKET = Rule.of("bucket", Limit.perMinute(60));

  private final FakeClock clock = FakeClock.atMicros(NOW);
  private final LocalStore store = LocalStore.builder().timeSource(clock).build();
  private final SimulatedStore pure = new SimulatedStore();

  @ParameterizedTest
  @EnumSource
  void instantBeforeTheLastWrite_isRaisedToIt(Kind kind) {
    Rule rule = kind.rule(10, WINDOW);
    store.check("key", rule, 8, NOW);

    Decision late = store.check("key", rule, 1, EARLIER);
    Decision look = store.peek("key", rule, 2, EARLIER);

    pure.check("key", rule, 8, NOW);
    assertThat(Move.text(late)).isEqualTo(Move.text(pure.check("key", rule, 1, NOW)));
    assertThat(Move.text(look)).isEqualTo(Move.text(pure.peek("key", rule, 2, NOW)));
    assertGoesOnAsIfRaised("key", rule);
  }

  @ParameterizedTest
  @EnumSource
  void resetAndRefundAtAnOlderInstant_giveBackNoMoreThanIsOwedNow(Kind kind) {
    Rule rule = kind.rule(10, WINDOW);
    store.check("reset", rule, 10, NOW);
    store.check("refunded", rule, 10, NOW);

    store.reset("reset", rule, EARLIER);
    store.refund("refunded", rule, 10, EARLIER);
    store.check("reset", rule, 10, EARLIER);
    store.check("refunded", rule, 10, EARLIER);

    pure.check("reset", rule, 10, NOW);
    pure.check("refunded", rule, 10, NOW);
    assertGoesOnAsIfRaised("reset", rule);
    assertGoesOnAsIfRaised("refunded", rule);
  }

  @ParameterizedTest
  @EnumSource
  void refundAtAnOlderInstant_isOfThePresent(Kind kind) {
    Rule rule = kind.rule(10, WINDOW);
    store.check("key", rule, 10, NOW);
    clock.advance(WINDOW.plusMillis(1));

    Decision refunded = store.refund("key", rule, 5, NOW);

    pure.check("key", rule, 10, NOW);
    assertThat(Move.text(refunded))
        .isEqualTo(Move.text(pure.refund("key", rule, 5, clock.micros())));
    assertThat(Move.text(store.peek("key", rule, 10, clock.micros())))
        .isEqualTo(Move.text(pure.peek("key", rule, 10, clock.micros())));
  }

  @ParameterizedTest
  @EnumSource
  void keyThatWasSweptAfterItsLastWrite_isNotWrittenBeforeIt(Kind kind) {
    Rule rule = kind.rule(10, WINDOW);
    store.check("key", rule, 10, NOW);
    store.reset("key", rule, NOW);
    // A slower thread adds keys, and so sweeps the one that is full.
    store.check("other", rule, 1, EARLIER);
    store.check("another", rule, 1, EARLIER);

    store.check("key", rule, 10, EARLIER);

    pure.check("key", rule, 10, NOW);
    assertGoesOnAsIfRaised("key", rule);
  }

  /** Several buckets remember exactly what they owed at any instant. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ALL_OF")
  void keyThatMadeRoomAfterItsLastWrite_isNotWrittenBeforeIt(Kind kind) {
    Rule rule = kind.rule(10_000, WINDOW);
    LocalStore one = LocalStore.builder().timeSource(clock).maximumKeys(1).build();
    one.check("key", rule, 5_000, NOW);
    one.check("other", kind.rule(10, Duration.ofHours(1)), 1, EARLIER);

    // It owes what it owed, give or take one for rounding.
    assertThat(one.check("key", rule, 4_999, EARLIER).allowed()).isTrue();

    assertThat(one.peek("key", rule, 2, NOW).allowed()).isFalse();
    assertThat(one.peek("key", rule, 10_000, NOW + 9_950_000).allowed()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void keyThatCameFromATokenBucket_isNotWrittenBeforeThat(Kind kind) {
    Rule rule = kind.rule(10, WINDOW);
    store.check("key", BUCKET, 60, NOW);

    Instant first = instant(store.check("key", rule, 10, EARLIER));

    assertThat(first).isEqualTo(Instant.EPOCH.plus(NOW, ChronoUnit.MICROS));
    pure.check("key", rule, 10, NOW);
    assertGoesOnAsIfRaised("key", rule);
  }

  @ParameterizedTest
  @EnumSource
  void keyThatComesToATokenBucket_hasNoMoreThanABurst(Kind kind) {
    store.check("key", kind.rule(10, WINDOW), 10, NOW);

    // 100 ms pay off a tenth of a permit, which is missing to the older instant.
    assertThat(store.check("key", BUCKET, 59, EARLIER).allowed()).isTrue();

    assertThat(store.peek("key", BUCKET, 1, NOW).remaining()).isEqualTo(1);
    assertThat(store.check("key", BUCKET, 1, NOW).allowed()).isTrue();
    assertThat(store.check("key", BUCKET, 1, NOW).allowed()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void keyThatComesFromEachOtherKind_isNotWrittenBeforeThat(Kind kind) {
    for (Kind other : Kind.values()) {
      String key = "from " + other;
      Rule rule = kind.rule(10, WINDOW);
      store.check(key, other.rule(20, WINDOW), 20, NOW);
      store.check(key, rule, 10, EARLIER);

      pure.check(key, other.rule(20, WINDOW), 20, NOW);
      pure.check(key, rule, 10, NOW);
      assertGoesOnAsIfRaised(key, rule);
    }
  }

  private void assertGoesOnAsIfRaised(String key, Rule rule) {
    long window = WINDOW.toNanos() / 1_000;
    for (long after : new long[] {0, window - 1_000, window - 1, window, 2 * window - 1}) {
      assertThat(Move.text(store.peek(key, rule, 10, NOW + after)))
          .as("%s after %d us", key, after)
          .isEqualTo(Move.text(pure.peek(key, rule, 10, NOW + after)));
    }
  }

  private static Instant instant(Decision decision) {
    return decision.resetAt().minus(decision.resetAfter());
  }
}
