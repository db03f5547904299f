package dev.ratelimit.local.fallback;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rule;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shares of windows, logs and several buckets. */
class KindsShareTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration OFFSET = Duration.ofSeconds(7);

  private final Outage outage = new Outage();

  @BeforeEach
  void forgetWarnings() {
    Warnings.clear();
  }

  @ParameterizedTest
  @CsvSource({"20, 1, 20", "20, 6, 3", "18, 6, 3", "17, 6, 2", "6, 6, 1", "5, 6, 1", "1, 100, 1"})
  void shareOfAWindowOrLog_isAPartOfItsPermitsButNeverLessThanOne(
      long permits, int instances, long share) {
    assertThat(Share.of(Limit.fixedWindow(permits, MINUTE), instances))
        .isEqualTo(Limit.fixedWindow(share, MINUTE));
    assertThat(Share.of(Limit.slidingWindow(permits, MINUTE), instances))
        .isEqualTo(Limit.slidingWindow(share, MINUTE));
    assertThat(Share.of(Limit.slidingLog(permits, MINUTE), instances))
        .isEqualTo(Limit.slidingLog(share, MINUTE));
  }

  @Test
  void windowsOfAShare_beginWhereThoseOfTheLimitDo() {
    assertThat(Share.of(Limit.fixedWindow(20, MINUTE).withOffset(OFFSET), 6))
        .isEqualTo(Limit.fixedWindow(3, MINUTE).withOffset(OFFSET));
    assertThat(Share.of(Limit.slidingWindow(20, MINUTE).withOffset(OFFSET), 6))
        .isEqualTo(Limit.slidingWindow(3, MINUTE).withOffset(OFFSET));
  }

  @Test
  void largestWindowsAndLogs_haveShares() {
    Limit log = Limit.slidingLog(1_000_000, MINUTE, 1_000_000);

    assertThat(Share.of(log, 2)).isEqualTo(Limit.slidingLog(500_000, MINUTE, 500_000));
    assertThat(Share.of(Limit.fixedWindow(1L << 52, Duration.ofDays(36_500)), Integer.MAX_VALUE))
        .isEqualTo(Limit.fixedWindow((1L << 52) / Integer.MAX_VALUE, Duration.ofDays(36_500)));
  }

  @Test
  void shareOfSeveralBuckets_isAShareOfEach() {
    Limit limit = Limit.allOf(Limit.perSecond(10).withBurst(20), Limit.perMinute(5));

    assertThat(Share.of(limit, 6))
        .isEqualTo(
            Limit.allOf(
                Limit.of(10, Duration.ofSeconds(6)).withBurst(3),
                Limit.of(5, Duration.ofMinutes(6)).withBurst(1)));
  }

  @Test
  void shareOfSeveralBucketsOfWhichOneRefillsTooSlowly_isRefused() {
    Limit limit = Limit.allOf(Limit.perSecond(10), Limit.of(1, Duration.ofDays(36_500)));

    assertThatThrownBy(() -> Share.of(limit, 2)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"2", "2147483647"})
  void shareThatCannotBeBuilt_isClosedWithAWarning(int instances) {
    Limit limit = Limit.allOf(Limit.perSecond(10), Limit.of(1, Duration.ofDays(36_500)));
    PermitLimiter limiter = outage.limiter(Rule.of("slow", limit), Fallback.local(instances));

    assertThat(limiter.check("key"))
        .isDenied()
        .hasLimit(1)
        .hasRemaining(0)
        .hasRetryAfter(ShakyStore.NEXT_PROBE);
    assertThat(limiter.check("key", 2)).isNever();
    assertThat(limiter.reserve("key", 1, MINUTE).decision())
        .isDenied()
        .hasRetryAfter(ShakyStore.NEXT_PROBE);
    assertThat(Warnings.all())
        .singleElement()
        .asString()
        .contains("rule slow", "instances", "closed()", limit.toString());
  }

  @Test
  void sharesThatCanBeBuilt_warnOfNothing() {
    for (Limit limit :
        new Limit[] {
          Limit.fixedWindow(5, MINUTE),
          Limit.slidingWindow(5, MINUTE),
          Limit.slidingLog(5, MINUTE),
          Limit.allOf(Limit.perSecond(5))
        }) {
      assertThat(outage.limiter(Rule.of(limit), Fallback.local(6)).check("key")).isAllowed();
    }

    assertThat(Warnings.all()).isEmpty();
  }
}
