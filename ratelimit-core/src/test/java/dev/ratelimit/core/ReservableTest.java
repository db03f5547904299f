package dev.ratelimit.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.AllOf;
import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.algorithm.OneKey;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReservableTest {

  private static final long HOUR = 3_600_000_000L;
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final TokenBucket SLOW = Limit.perSecond(10);

  /** Reaches the greatest debt, of 2^53 units, before an hour: in a bit more than a second. */
  private static final TokenBucket FINE = Limit.perSecond(1L << 52);

  static List<Limit> reservable() {
    return List.of(SLOW, FINE, Limit.allOf(SLOW), Limit.allOf(SLOW, FINE), Limit.allOf(FINE, SLOW));
  }

  static List<Limit> others() {
    return List.of(
        Limit.fixedWindow(5, MINUTE),
        Limit.slidingWindow(5, MINUTE),
        Limit.slidingLog(5, MINUTE),
        Limit.unlimited(),
        Limit.blocked());
  }

  @Test
  void longestWait_isAnHour() {
    assertThat(Reservable.longestWait(SLOW)).hasValue(HOUR);
    assertThat(Reservable.longestWait(Limit.allOf(SLOW, Limit.perDay(1)))).hasValue(HOUR);
  }

  @Test
  void longestWaitOfSeveralBuckets_isTheShortestOfTheirs() {
    OptionalLong fine = Reservable.longestWait(FINE);

    assertThat(fine.orElseThrow()).isBetween(1L, HOUR - 1);
    assertThat(Reservable.longestWait(Limit.allOf(SLOW, FINE))).isEqualTo(fine);
    assertThat(Reservable.longestWait(Limit.allOf(FINE, SLOW))).isEqualTo(fine);
  }

  @ParameterizedTest
  @MethodSource("reservable")
  void longestWait_isTheLastThatIsNotRefused(Limit limit) {
    long longest = Reservable.longestWait(limit).orElseThrow();

    assertThatCode(() -> Reservable.require(limit, longest)).doesNotThrowAnyException();
    assertThatThrownBy(() -> Reservable.require(limit, longest + 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @MethodSource("reservable")
  void refusal_isThatOfTheAlgorithm(Limit limit) {
    long tooLong = Reservable.longestWait(limit).orElseThrow() + 1;

    assertThat(OneKey.under(limit).reserve(1, tooLong - 1).granted()).isTrue();
    assertThatThrownBy(() -> OneKey.under(limit).reserve(1, tooLong))
        .isInstanceOf(IllegalArgumentException.class)
        .satisfies(
            e ->
                assertThatThrownBy(() -> Reservable.require(limit, tooLong))
                    .hasMessage(e.getMessage()));
  }

  @ParameterizedTest
  @MethodSource("others")
  void otherKinds_haveNoReservations(Limit limit) {
    assertThat(Reservable.longestWait(limit)).isEmpty();
    assertThatThrownBy(() -> Reservable.require(limit, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("limit must be a token bucket or all of several to be reserved, was " + limit);
  }

  @Test
  void eachBucketOfSeveral_mustBeReservable() {
    AllOf limit = Limit.allOf(SLOW, SLOW, FINE);

    assertThatThrownBy(() -> Reservable.require(limit, HOUR))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatCode(() -> Reservable.require(Limit.allOf(SLOW, SLOW), HOUR))
        .doesNotThrowAnyException();
  }
}
