package dev.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rendered text is the same whatever the default locale: case 15. */
class AsciiDigitsTest {

  private final Locale before = Locale.getDefault();

  @AfterEach
  void restoreLocale() {
    Locale.setDefault(before);
  }

  static Stream<Locale> locales() {
    return Stream.of("ar-EG-u-nu-arab", "de-DE", "tr-TR").map(Locale::forLanguageTag);
  }

  @ParameterizedTest
  @MethodSource("locales")
  void localesOfTheTest_wouldShow(Locale locale) {
    Locale.setDefault(locale);

    String formatted = String.format("%,.1f", 1_234.5) + "TITLE".toLowerCase(Locale.getDefault());

    assertThat(formatted).isNotEqualTo("1,234.5title");
  }

  @ParameterizedTest
  @MethodSource("locales")
  void decisions_areRenderedInAsciiDigits(Locale locale) {
    Locale.setDefault(locale);

    Decision decision =
        Decision.denied(1_234_567, 89, Duration.ofMillis(1_234_567)).toBuilder()
            .resetAfter(Duration.ofMillis(7_654_321))
            .at(Instant.EPOCH.plusSeconds(1_234_567_890))
            .build();

    assertThat(decision)
        .hasToString(
            "DENIED retryAfter=PT20M34.567S remaining=89/1234567 resetAfter=PT2H7M34.321S"
                + " rule=default origin=LOCAL");
    assertThat(decision.resetAt()).hasToString("2009-02-14T01:39:04.321Z");
  }

  @ParameterizedTest
  @MethodSource("locales")
  void reservationsAndLimits_areRenderedInAsciiDigits(Locale locale) {
    Locale.setDefault(locale);

    Reservation reservation =
        Reservation.granted(Decision.allowed(20, 10), Duration.ofMillis(1_500), () -> {});

    assertThat(reservation.toString()).endsWith("wait=PT1.5S");
    assertThat(Limit.perMinute(1_234))
        .hasToString("TokenBucket[permits=1234, period=PT1M, burst=1234]");
    assertThat(Limit.perSecond(3).units())
        .hasToString(
            "BucketUnits[tickMicros=1, unitsPerTick=3, unitsPerPermit=1000000, capacity=3000000]");
  }

  @ParameterizedTest
  @MethodSource("locales")
  void messages_areRenderedInAsciiDigits(Locale locale) {
    Locale.setDefault(locale);

    List<ThrowingCallable> mistakes =
        List.of(
            () -> Limit.perSecond(-1_234),
            () -> Limit.perDay(1).withBurst(40_000),
            () -> Limit.of(1, Duration.ofNanos(1_500)),
            () -> BucketUnits.of(1_000_000, 1_000_001, 1L << 52),
            () -> new BucketUnits(7, 1, 1, 1),
            () -> Decision.allowed(10, 11),
            () -> Decision.denied(1, 0, Duration.ofMillis(-1_234)));

    assertThat(mistakes)
        .allSatisfy(
            mistake ->
                assertThat(catchThrowable(mistake))
                    .isInstanceOf(IllegalArgumentException.class)
                    .message()
                    .containsPattern("[0-9]")
                    .matches("\\p{ASCII}*"));
  }
}
