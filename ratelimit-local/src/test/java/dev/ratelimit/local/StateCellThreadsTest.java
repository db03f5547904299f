package dev.ratelimit.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import dev.ratelimit.testkit.FakeClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** 64 threads on keys under windows, logs and several buckets, while time stands still. */
class StateCellThreadsTest {

  private static final int LIMIT = 2_000;
  private static final int KEYS = 64;
  private static final Duration HOUR = Duration.ofHours(1);

  private final FakeClock clock = FakeClock.atMicros(1_700_000_000_000_000L);

  @ParameterizedTest
  @EnumSource
  void manyThreads_areAdmittedExactlyTheLimit(Kind kind) throws Exception {
    LocalLimiter limiter = LocalLimiter.builder(kind.limit(LIMIT, HOUR)).timeSource(clock).build();

    long admitted = Crowd.sum(thread -> admittedUntilDenied(limiter));

    assertThat(admitted).isEqualTo(LIMIT);
  }

  @ParameterizedTest
  @EnumSource
  void windowChangesMeanwhile_admitsExactlyTheLimit(Kind kind) throws Exception {
    AtomicInteger checks = new AtomicInteger();
    Rule hour = Rule.of("hour", kind.limit(LIMIT, HOUR));
    Rule minutes = Rule.of("ten minutes", kind.limit(LIMIT, Duration.ofMinutes(10)));
    Rules rules = key -> checks.getAndIncrement() % 3 == 0 ? hour : minutes;
    LocalLimiter limiter = LocalLimiter.builder(rules).timeSource(clock).build();

    long admitted = Crowd.sum(thread -> admittedUntilDenied(limiter));

    assertThat(admitted).isEqualTo(LIMIT);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ALL_OF")
  void permitsChangeMeanwhile_admitsExactlyTheLargerLimit(Kind kind) throws Exception {
    LocalStore store = LocalStore.builder().timeSource(clock).build();
    Rule small = kind.rule(LIMIT / 2, HOUR);
    Rule large = kind.rule(LIMIT, HOUR);
    long now = clock.micros();

    long admitted =
        Crowd.sum(
            thread -> {
              long mine = 0;
              for (boolean more = true; more; mine += more ? 1 : 0) {
                mine += store.check("key", small, 1, now).allowed() ? 1 : 0;
                more = store.check("key", large, 1, now).allowed();
              }
              return mine;
            });

    assertThat(admitted).isEqualTo(LIMIT);
  }

  @ParameterizedTest
  @EnumSource
  void refundsMeanwhile_balance(Kind kind) throws Exception {
    LocalLimiter limiter = LocalLimiter.builder(kind.limit(LIMIT, HOUR)).timeSource(clock).build();

    long admitted =
        Crowd.sum(
            thread -> {
              long net = 0;
              for (int i = 0; i < 1_000; i++) {
                if (limiter.check("key", 3).allowed()) {
                  limiter.refund("key", 2);
                  net++;
                }
              }
              return net;
            });

    assertThat(limiter.peek("key", 0).remaining()).isEqualTo(LIMIT - admitted);
  }

  @ParameterizedTest
  @EnumSource
  void keysThatComeAndGo_areAdmittedNoMoreThanTheLimitEach(Kind kind) throws Exception {
    LocalLimiter limiter =
        LocalLimiter.builder(kind.limit(5, HOUR)).maximumKeys(16).timeSource(clock).build();
    AtomicLongArray admitted = new AtomicLongArray(KEYS);

    Crowd.sum(
        thread -> {
          for (int i = 0; i < 2_000; i++) {
            int key = (i * 31 + thread) % KEYS;
            if (limiter.check("key-" + key).allowed()) {
              admitted.incrementAndGet(key);
            }
          }
          return 0;
        });

    for (int key = 0; key < KEYS; key++) {
      assertThat(admitted.get(key)).isLessThanOrEqualTo(5);
    }
  }

  /** Each check of a stranger adds a cell, and so sweeps others, among them some just added. */
  @ParameterizedTest
  @EnumSource
  void cellsThatAreSweptMeanwhile_loseNothing(Kind kind) throws Exception {
    Rule rule = Rule.of("key", kind.limit(LIMIT, HOUR));
    Rule stranger = Rule.of("stranger", kind.limit(1, Duration.ofSeconds(1)));
    LocalLimiter limiter =
        LocalLimiter.builder(key -> key.equals("key") ? rule : stranger).timeSource(clock).build();

    long admitted =
        Crowd.sum(
            thread -> {
              long mine = 0;
              for (int i = 0; i < 200; i++) {
                mine += limiter.check("key").allowed() ? 1 : 0;
                limiter.check("stranger-" + thread + "-" + i);
                limiter.reset("stranger-" + thread + "-" + i);
              }
              return mine;
            });

    assertThat(admitted).isEqualTo(LIMIT);
  }

  private static long admittedUntilDenied(LocalLimiter limiter) {
    long admitted = 0;
    while (limiter.check("key").allowed()) {
      admitted++;
    }
    return admitted;
  }
}
