package dev.ratelimit.testkit.fleet;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Limit;
import dev.ratelimit.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SkewTest {

  @Test
  void fastClock_gainsItsMillionths() {
    Skew skew = Skew.of(0, 1.005);

    assertThat(skew.shown(1_000_000)).isEqualTo(1_005_000);
    assertThat(skew.elapsedAt(1_005_000)).isEqualTo(1_000_000);
  }

  @Test
  void slowClock_losesItsMillionths() {
    Skew skew = Skew.of(0, 0.5);

    assertThat(skew.shown(1_000_001)).isEqualTo(500_000);
    assertThat(skew.elapsedAt(500_001)).isEqualTo(1_000_002);
  }

  @Test
  void elapsed_isTheFirstInstantAtWhichTheClockShowsThat() {
    for (double rate : new double[] {0.5, 0.9999, 0.999999, 1, 1.000001, 1.005, 1.7, 2}) {
      Skew skew = Skew.of(0, rate);
      for (long shown = 1; shown < 10_000_000; shown = shown * 2 + 17) {
        long elapsed = skew.elapsedAt(shown);
        assertThat(skew.shown(elapsed)).isGreaterThanOrEqualTo(shown);
        assertThat(skew.shown(elapsed - 1)).isLessThan(shown);
      }
    }
  }

  @Test
  void lengthsOfADay_doNotOverflow() {
    long day = TimeUnit.DAYS.toMicros(1);

    assertThat(Skew.of(0, 2).shown(day)).isEqualTo(2 * day);
    assertThat(Skew.of(0, 0.5).elapsedAt(31 * day)).isEqualTo(62 * day);
  }

  @Test
  void rateOutOfRange_isRefused() {
    assertThatThrownBy(() -> Skew.of(0, 2.01)).hasMessage("rate must be from 0.5 to 2, was 2.01");
    assertThatThrownBy(() -> Skew.of(0, Double.NaN)).hasMessageEndingWith("was NaN");
  }

  @Test
  void instance_readsAndSchedulesByItsOwnClock() {
    List<Long> read = new ArrayList<>();

    FleetResult result =
        Fleet.of(Limit.perHour(1))
            .instances(1)
            .startingAt(Instant.ofEpochSecond(5))
            .clock(0, ofSeconds(-1), 2)
            .deadline(ofMillis(20))
            .latency(ofMillis(6))
            .limiter(
                backed -> {
                  TimeSource time = backed.timeSource();
                  read.add(time.micros());
                  time.schedule(ofMillis(100), () -> read.add(time.micros()));
                  time.schedule(Duration.ofNanos(1), () -> read.add(time.micros()));
                  time.schedule(Duration.ofDays(999_999_999), () -> read.add(0L));
                  return backed;
                })
            .traffic(Checks.atMillis(0))
            .run(ofMillis(51));

    assertThat(read).containsExactly(4_000_000L, 4_000_002L, 4_100_000L);
    assertThat(result.total().failed()).as("20 ms of this clock are 10 ms").isEqualTo(1);
  }
}
