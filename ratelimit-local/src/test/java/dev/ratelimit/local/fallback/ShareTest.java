package dev.ratelimit.local.fallback;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rule;
import dev.ratelimit.TokenBucket;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShareTest {

  /** Its burst takes 36,500 days to come back, which is the longest that can be kept. */
  private static final Limit SLOWEST = Limit.of(1, Duration.ofDays(36_500));

  private final Outage outage = new Outage();

  @BeforeEach
  void forgetWarnings() {
    Warnings.clear();
  }

  @ParameterizedTest
  @CsvSource({"20, 1, 20", "20, 6, 3", "18, 6, 3", "17, 6, 2", "6, 6, 1", "5, 6, 1", "1, 100, 1"})
  void share_hasItsPartOfTheBurstButNeverLessThanOne(long burst, int instances, long share) {
    Limit limit = Limit.of(7, Duration.ofSeconds(2)).withBurst(burst);

    assertThat(Share.of(limit, instances))
        .isEqualTo(new TokenBucket(7, Duration.ofSeconds(2L * instances), share));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 1_000, Integer.MAX_VALUE})
  void shareThatRefillsTooSlowly_isRefused(int instances) {
    assertThatThrownBy(() -> Share.of(SLOWEST, instances))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shareThatCannotBeBuilt_isClosedWithAWarning() {
    PermitLimiter limiter = outage.limiter(Rule.of("slow", SLOWEST), Fallback.local(2));

    assertThat(limiter.check("key"))
        .isDenied()
        .hasLimit(1)
        .hasRemaining(0)
        .hasRetryAfter(ShakyStore.NEXT_PROBE);
    assertThat(limiter.check("key", 2)).isNever();
    assertThat(Warnings.all())
        .singleElement()
        .asString()
        .contains("rule slow", "for 2 instances", "closed()", SLOWEST.toString());
  }

  @Test
  void shareOfOneInstance_canBeBuiltOfEveryLimit() {
    PermitLimiter limiter = outage.limiter(Rule.of(SLOWEST), Fallback.local(1));

    assertThat(limiter.check("key")).isAllowed();
    assertThat(Warnings.all()).isEmpty();
  }

  @Test
  void shareThatCanBeBuilt_warnsOfNothing() {
    PermitLimiter limiter = outage.limiter(Rule.of(Limit.perSecond(10)), Fallback.local(6));

    limiter.check("key");

    assertThat(Warnings.all()).isEmpty();
  }
}
