package dev.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenBucketTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final long MOST = 4_503_599_627_370_496L; // 2^52

  private static void assertRefused(long permits, Duration period, long burst, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TokenBucket(permits, period, burst))
        .withMessage(message);
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, 0, MOST + 1, Long.MAX_VALUE})
  void permitsOutOfRange_areRefused(long permits) {
    assertRefused(permits, SECOND, 1, "permits must be from 1 to 4503599627370496, was " + permits);
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, 0, MOST + 1, Long.MAX_VALUE})
  void burstOutOfRange_isRefused(long burst) {
    assertRefused(1, SECOND, burst, "burst must be from 1 to 4503599627370496, was " + burst);
    assertThatThrownBy(() -> Limit.perSecond(1).withBurst(burst))
        .hasMessage("burst must be from 1 to 4503599627370496, was " + burst);
  }

  @Test
  void extremePermitsAndBurst_areAccepted() {
    TokenBucket limit = new TokenBucket(MOST, SECOND, MOST);

    assertThat(limit.units()).isEqualTo(new BucketUnits(1_000_000, MOST, 1, MOST));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-0.000001S", "PT-1S", "PT0.000000999S", "PT1.0000015S"})
  void periodThatIsNotWholeMicroseconds_isRefused(String period) {
    assertRefused(
        1,
        Duration.parse(period),
        1,
        "period must be at least 1 microsecond and whole microseconds, was " + period);
  }

  @Test
  void periodOfOneMicrosecond_isAccepted() {
    TokenBucket limit = new TokenBucket(1, Duration.ofNanos(1_000), 1);

    assertThat(limit.units()).isEqualTo(new BucketUnits(1, 1, 1, 1));
  }

  @Test
  void refillOf36500Days_isAccepted() {
    assertThat(new TokenBucket(1, Duration.ofDays(36_500), 1).burst()).isEqualTo(1);
    assertThat(new TokenBucket(1, Duration.ofDays(1), 36_500).burst()).isEqualTo(36_500);
    assertThat(new TokenBucket(2, Duration.ofDays(73_000), 1).burst()).isEqualTo(1);
  }

  @Test
  void refillOverThat_isRefused() {
    assertRefused(
        1,
        Duration.ofDays(36_500).plusNanos(1_000),
        1,
        "burst 1 at 1 permits per 3153600000000001 us takes 36501 days to refill,"
            + " must be at most 36500");
    assertRefused(
        1,
        Duration.ofDays(1),
        36_501,
        "burst 36501 at 1 permits per 86400000000 us takes 36501 days to refill,"
            + " must be at most 36500");
    assertRefused(
        1,
        Duration.ofDays(1),
        MOST,
        "burst 4503599627370496 at 1 permits per 86400000000 us takes 4503599627370496 days to"
            + " refill, must be at most 36500");
  }

  @Test
  void hugePeriod_isRefusedNotWrapped() {
    assertRefused(
        1,
        Duration.ofSeconds(Long.MAX_VALUE),
        1,
        "period must be at most 9223372036854775807 microseconds, was "
            + "PT2562047788015215H30M7S");
    assertRefused(
        1,
        Duration.of(Long.MAX_VALUE, ChronoUnit.MICROS),
        1,
        "burst 1 at 1 permits per 9223372036854775807 us takes 106751992 days to refill,"
            + " must be at most 36500");
  }

  @Test
  void hugePeriodWithManyPermits_isRefusedIfNoTickFits() {
    assertRefused(
        MOST,
        Duration.of(Long.MAX_VALUE, ChronoUnit.MICROS),
        1,
        "burst 1 with 4503599627370496 permits per 9223372036854775807 us cannot be kept exactly:"
            + " burst * period, in ticks and after division by what period and permits have in"
            + " common, must be at most 2^52");
  }

  @Test
  void nullPeriod_isRefused() {
    assertThatThrownBy(() -> new TokenBucket(1, null, 1))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("period");
  }

  @Test
  void units_areThoseOfTheLimit() {
    assertThat(Limit.perSecond(3).units()).isEqualTo(new BucketUnits(1, 3, 1_000_000, 3_000_000));
    assertThat(Limit.perMinute(100).withBurst(20).units())
        .isEqualTo(new BucketUnits(1, 1, 600_000, 12_000_000));
  }
}
