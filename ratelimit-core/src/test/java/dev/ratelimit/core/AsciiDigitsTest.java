package dev.ratelimit.core;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Limit;
import dev.ratelimit.Rules;
import dev.ratelimit.core.bucket.Debt;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;
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
  void messages_areRenderedInAsciiDigits(Locale locale) {
    Locale.setDefault(locale);
    StoreLimiter limiter =
        new StoreLimiter(
            new MemoryStore(), Rules.all(Limit.perSecond(10)), new HandClock(), Runnable::run);

    assertThatThrownBy(() -> limiter.check("key", -1_234))
        .hasMessage("cost must be at least 0, was -1234");
    assertThatThrownBy(() -> limiter.reserve("key", 1, Duration.ofMinutes(61)))
        .hasMessage("maxWait must be from PT0S to PT1H, was PT1H1M");
    assertThatThrownBy(() -> Debt.requireReservable(Limit.perSecond(1).units(), 3_600_000_001L))
        .hasMessage("maxWait must be at most 3600000000 us, was 3600000001 us");
  }
}
