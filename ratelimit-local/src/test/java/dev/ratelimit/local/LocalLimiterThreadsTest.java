package dev.ratelimit.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import dev.ratelimit.testkit.FakeClock;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** 64 threads on one key while time stands still. */
class LocalLimiterThreadsTest {

  private final FakeClock clock = FakeClock.atMicros(1_700_000_000_000_000L);

  @ParameterizedTest
  @ValueSource(longs = {1_000, 999_983})
  void manyThreads_areAdmittedExactlyTheLimit(long rate) throws Exception {
    LocalLimiter limiter =
        LocalLimiter.builder(Limit.perSecond(rate).withBurst(100_000)).timeSource(clock).build();

    long admitted = Crowd.sum(thread -> admittedUntilDenied(limiter));

    assertThat(admitted).isEqualTo(100_000);
  }

  @Test
  void limitOfTheSameFillLevelChangesMeanwhile_admitsExactlyTheLimit() throws Exception {
    AtomicInteger checks = new AtomicInteger();
    Rule slow = Rule.of("slow", Limit.perSecond(100).withBurst(20_000));
    Rule fast = Rule.of("fast", Limit.perSecond(1_000).withBurst(20_000));
    // Every third check finds the other limit: the key is converted thousands of times.
    Rules rules = key -> checks.getAndIncrement() % 3 == 0 ? slow : fast;
    LocalLimiter limiter = LocalLimiter.builder(rules).timeSource(clock).build();

    long admitted = Crowd.sum(thread -> admittedUntilDenied(limiter));

    assertThat(admitted).isEqualTo(20_000);
  }

  @Test
  void compactAndWideLimitByTurns_admitNoMoreThanTheLimit() throws Exception {
    AtomicInteger checks = new AtomicInteger();
    Rule compact = Rule.of("compact", Limit.perSecond(1_000).withBurst(20_000));
    Rule wide = Rule.of("wide", Limit.perSecond(999_983).withBurst(20_000));
    Rules rules = key -> checks.getAndIncrement() % 2 == 0 ? compact : wide;
    LocalLimiter limiter = LocalLimiter.builder(rules).timeSource(clock).build();

    long admitted = Crowd.sum(thread -> admittedUntilDenied(limiter));

    // Each conversion rounds the debt up by less than one unit, of a million to a permit.
    assertThat(admitted).isBetween(19_000L, 20_000L);
  }

  @Test
  void refundsAndTakesMeanwhile_balance() throws Exception {
    LocalLimiter limiter = LocalLimiter.builder(Limit.perHour(1_000)).timeSource(clock).build();

    long admitted =
        Crowd.sum(
            thread -> {
              long net = 0;
              for (int i = 0; i < 10_000; i++) {
                if (limiter.check("key", 3).allowed()) {
                  limiter.refund("key", 2);
                  net++;
                }
              }
              return net;
            });

    assertThat(limiter.peek("key", 0).remaining()).isEqualTo(1_000 - admitted);
  }

  @Test
  void keysThatComeAndGo_areAdmittedNoMoreThanTheLimitEach() throws Exception {
    LocalLimiter limiter =
        LocalLimiter.builder(Limit.perHour(5)).maximumKeys(16).timeSource(clock).build();
    int keys = 64;

    long admitted =
        Crowd.sum(
            thread -> {
              long mine = 0;
              for (int i = 0; i < 4_000; i++) {
                mine += limiter.check("key-" + (i * 31 + thread) % keys).allowed() ? 1 : 0;
              }
              return mine;
            });

    assertThat(admitted).isBetween(16L * 5, keys * 5L);
  }

  private static long admittedUntilDenied(LocalLimiter limiter) {
    long admitted = 0;
    while (limiter.check("key").allowed()) {
      admitted++;
    }
    return admitted;
  }
}
