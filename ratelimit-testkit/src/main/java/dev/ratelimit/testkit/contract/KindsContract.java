package dev.ratelimit.testkit.contract;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.vectors.LimitKind;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What holds of every kind of limit that the limiter knows. */
abstract class KindsContract {

  private static final int STEPS = 200;
  private static final Duration MICRO = Duration.ofNanos(1_000);
  private static final Duration MILLI = Duration.ofMillis(1);
  private static final Duration SECOND = Duration.ofSeconds(1);

  private static final Set<LimitKind> RESERVABLE = Set.of(LimitKind.TOKEN_BUCKET, LimitKind.ALL_OF);

  private final LimiterContract subject;
  private final FakeClock clock;

  KindsContract(LimiterContract subject) {
    this.subject = subject;
    this.clock = subject.clock();
  }

  private static Stream<Limit> limits(LimitKind kind) {
    return switch (kind) {
      case TOKEN_BUCKET -> Stream.of(Limit.perSecond(3), Limit.leakyBucket(10, SECOND));
      case FIXED_WINDOW ->
          Stream.of(
              Limit.fixedWindow(5, SECOND.multipliedBy(10)),
              Limit.fixedWindow(1_000, Duration.ofHours(1)).withOffset(Duration.ZERO));
      case SLIDING_WINDOW ->
          Stream.of(
              Limit.slidingWindow(5, SECOND.multipliedBy(10)),
              Limit.slidingWindow(3, MILLI.multipliedBy(7)).withOffset(MILLI),
              Limit.slidingWindow(1L << 40, Duration.ofHours(1))); // second ticks
      case SLIDING_LOG ->
          Stream.of(Limit.slidingLog(5, SECOND.multipliedBy(10)), Limit.slidingLog(60, MILLI));
      case ALL_OF ->
          Stream.of(
              Limit.allOf(Limit.perSecond(3), Limit.perMinute(20)),
              Limit.allOf(
                  Limit.perMinute(30).withBurst(3),
                  Limit.perSecond(2).withBurst(4),
                  Limit.of(999_999_937, Duration.ofDays(1)).withBurst(100_000)));
    };
  }

  private interface Trial {
    void of(PermitLimiter limiter, Limit limit) throws Exception;
  }

  /** Limits have keys of their own, since the limiters of a test may share a store. */
  private static String key(Limit limit) {
    return "key of " + limit;
  }

  private static String other(Limit limit) {
    return "other key of " + limit;
  }

  private Stream<DynamicTest> each(Trial trial) {
    return each(subject.kinds(), trial);
  }

  private Stream<DynamicTest> each(Set<LimitKind> kinds, Trial trial) {
    return kinds.stream()
        .flatMap(KindsContract::limits)
        .map(
            limit ->
                DynamicTest.dynamicTest(
                    limit.toString(), () -> trial.of(subject.open(limit), limit)));
  }

  @TestFactory
  Stream<DynamicTest> freshKey_grantsTheMostPermitsAtOnceAndNoMore() {
    return each(
        (limiter, limit) -> {
          assertThat(limiter.check(key(limit), limit.mostPermits()))
              .isAllowed()
              .hasRemaining(0)
              .hasRetryAfter(Duration.ZERO);
          Decision denied = limiter.check(key(limit));
          assertThat(denied).isDenied().hasRemaining(0);
          assertThat(limiter.check(other(limit))).isAllowed();
        });
  }

  @TestFactory
  Stream<DynamicTest> anyDenial_endsExactlyAtRetryAfter() {
    return each(
        (limiter, limit) -> {
          Random random = new Random(1);
          for (int step = 0; step < STEPS; step++) {
            long amount = 1 + Math.floorMod(random.nextLong(), limit.mostPermits());
            if (random.nextInt(8) == 0) {
              limiter.refund(key(limit), amount);
            } else {
              check(limiter, limit, amount);
            }
            pause(limiter, limit, random);
          }
        });
  }

  private void check(PermitLimiter limiter, Limit limit, long cost) {
    Decision decision = limiter.check(key(limit), cost);
    assertThat(decision.remaining()).isBetween(0L, decision.limit());
    if (!decision.allowed()) {
      assertThat(decision).isDenied();
      clock.advance(decision.retryAfter().minus(MICRO));
      assertThat(limiter.peek(key(limit), cost)).isDenied().hasRetryAfter(MICRO);
      clock.advance(MICRO);
      assertThat(limiter.peek(key(limit), cost)).isAllowed();
    }
  }

  private void pause(PermitLimiter limiter, Limit limit, Random random) {
    Duration untilFull = limiter.peek(key(limit), 0).resetAfter();
    switch (random.nextInt(4)) {
      case 0 -> clock.advanceMicros(random.nextInt(3));
      case 1 -> clock.advance(untilFull.dividedBy(1 + random.nextInt(10)));
      default -> clock.advanceMicros(0);
    }
  }

  @TestFactory
  Stream<DynamicTest> deniedKey_isLeftAsItWas() {
    return each(
        (limiter, limit) -> {
          limiter.check(key(limit), limit.mostPermits());
          Decision before = limiter.peek(key(limit), 1);
          for (int i = 0; i < 10; i++) {
            assertThat(from(before.origin(), limiter.check(key(limit), 1))).isEqualTo(before);
          }
          assertThat(limiter.peek(key(limit), 1)).isEqualTo(before);
        });
  }

  /** Who answers is not compared: a layer may know what the store would say. */
  private static Decision from(Origin origin, Decision decision) {
    return decision.toBuilder().origin(origin).build();
  }

  @TestFactory
  Stream<DynamicTest> costZero_isAllowedAndChangesNothing() {
    return each(
        (limiter, limit) -> {
          assertThat(limiter.check(key(limit), 0)).isAllowed().hasRemaining(limit.mostPermits());
          limiter.check(key(limit), limit.mostPermits());
          Decision before = limiter.peek(key(limit), 0);
          assertThat(limiter.check(key(limit), 0)).isAllowed().hasRemaining(0);
          assertThat(limiter.peek(key(limit), 0)).isEqualTo(before);
        });
  }

  @TestFactory
  Stream<DynamicTest> costAboveTheMostPermits_isNeverAndChangesNothing() {
    return each(
        (limiter, limit) -> {
          long most = limit.mostPermits();
          limiter.check(key(limit), 1);
          for (long cost : new long[] {most + 1, 92_233_720_369_000L, Long.MAX_VALUE}) {
            assertThat(limiter.check(key(limit), cost)).isNever();
            assertThat(limiter.peek(key(limit), cost)).isNever();
          }
          assertThat(limiter.peek(key(limit), 0)).hasRemaining(most - 1);
        });
  }

  @TestFactory
  Stream<DynamicTest> refund_givesPermitsBackAndNeverMoreThanWereSpent() {
    return each(
        (limiter, limit) -> {
          long most = limit.mostPermits();
          limiter.check(key(limit), most);
          limiter.refund(key(limit), 0);
          assertThat(limiter.peek(key(limit), 0)).hasRemaining(0);
          limiter.refund(key(limit), 1);
          assertThat(limiter.peek(key(limit), 0)).hasRemaining(1);
          limiter.refund(key(limit), Long.MAX_VALUE);
          assertThat(limiter.peek(key(limit), most)).isAllowed().hasRemaining(most);
          assertThat(limiter.peek(key(limit), most + 1)).isNever();
        });
  }

  @TestFactory
  Stream<DynamicTest> reset_makesTheKeyFullAndNoOther() {
    return each(
        (limiter, limit) -> {
          long most = limit.mostPermits();
          limiter.check(key(limit), most);
          limiter.check(other(limit), most);

          limiter.reset(key(limit));

          assertThat(limiter.peek(key(limit), most))
              .isAllowed()
              .hasRemaining(most)
              .hasResetAfter(Duration.ZERO);
          assertThat(limiter.peek(other(limit), 1)).isDenied();
        });
  }

  @TestFactory
  Stream<DynamicTest> key_isFullExactlyAtTheResetItWasTold() {
    return each(
        (limiter, limit) -> {
          Duration full = limiter.check(key(limit), limit.mostPermits()).resetAfter();
          clock.advance(full.minus(MICRO));
          assertThat(limiter.peek(key(limit), limit.mostPermits())).hasResetAfter(MICRO);
          clock.advance(MICRO);
          assertThat(limiter.peek(key(limit), 0).resetAfter()).isLessThan(full);
        });
  }

  @TestFactory
  Stream<DynamicTest> kindWithReservations_reserves() {
    return each(
        known(true),
        (limiter, limit) -> {
          limiter.check(key(limit), limit.mostPermits());
          Duration wait = limiter.peek(key(limit), 1).retryAfter();

          assertThat(limiter.reserve(key(limit), 1, wait.minus(MICRO)).decision())
              .isDenied()
              .hasRetryAfter(MICRO);
          assertThat(limiter.reserve(key(limit), 1, wait).waitTime()).isEqualTo(wait);
          assertThat(limiter.peek(key(limit), 1).retryAfter()).isGreaterThan(wait);
        });
  }

  @TestFactory
  Stream<DynamicTest> kindWithoutReservations_refusesThemAndChangesNothing() {
    return each(
        known(false),
        (limiter, limit) -> {
          limiter.check(key(limit), 1);
          Decision before = limiter.peek(key(limit), 0);
          assertRefused(limit, () -> limiter.reserve(key(limit), 1, SECOND));
          assertRefused(limit, () -> limiter.reserve(key(limit), 0, Duration.ZERO));
          assertRefused(limit, () -> limiter.acquire(key(limit), 1, SECOND));
          assertThat(limiter.peek(key(limit), 0)).isEqualTo(before);
        });
  }

  private Set<LimitKind> known(boolean reservable) {
    return subject.kinds().stream()
        .filter(kind -> RESERVABLE.contains(kind) == reservable)
        .collect(Collectors.toSet());
  }

  private static void assertRefused(Limit limit, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("token bucket")
        .hasMessageContaining(limit.toString());
  }
}
