package dev.ratelimit.local.tiered;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.ratelimit.Decision;
import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Request;
import dev.ratelimit.Reservation;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import dev.ratelimit.StoreException.Charge;
import dev.ratelimit.local.fallback.Outage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation of a limiter, under every fallback, whatever has become of the store. */
class LimiterInAnOutageTest {

  private static final Rule RULE = Rule.of("paid", Limit.perSecond(10).withBurst(20));

  private final Outage outage = new Outage();

  /** Each fallback, and whether it allows a cost of 5 of a key that has spent nothing. */
  static Stream<Arguments> outages() {
    return Stream.of(
            notSent(),
            new StoreException("late", null, Charge.UNCERTAIN, Duration.ZERO),
            new RejectedExecutionException("shut down"))
        .flatMap(LimiterInAnOutageTest::underEachFallback);
  }

  /** What may have been given back in the store is not given back here. */
  static Stream<Arguments> outagesOfWhichAllIsKnown() {
    return underEachFallback(notSent());
  }

  private static Stream<Arguments> underEachFallback(RuntimeException failure) {
    return Stream.of(
        arguments(failure, Fallback.open(), true),
        arguments(failure, Fallback.closed(), false),
        arguments(failure, Fallback.local(2), true),
        arguments(failure, Fallback.local(10), false),
        arguments(failure, Fallback.local(() -> 2), true),
        arguments(failure, Fallback.local(Limit.perSecond(1).withBurst(5)), true),
        arguments(failure, Fallback.local(Limit.blocked()), false));
  }

  private static StoreException notSent() {
    return new StoreException("away", null, Charge.NONE, Duration.ofMillis(70));
  }

  private static void assertAnswered(Decision decision, boolean allowed) {
    assertThat(decision).hasOrigin(Origin.FALLBACK).isDegraded().hasRuleName("paid");
    assertThat(decision.allowed()).isEqualTo(allowed);
  }

  @ParameterizedTest
  @MethodSource("outages")
  void everyOperation_isAnswered(RuntimeException failure, Fallback fallback, boolean allowed)
      throws InterruptedException {
    outage.store.fail(failure);
    PermitLimiter limiter = outage.limiter(RULE, fallback);

    assertAnswered(limiter.peek("peek", 5), allowed);
    assertAnswered(limiter.check("check", 5), allowed);
    assertAnswered(limiter.checkAsync("checkAsync", 5).join(), allowed);
    assertAnswered(limiter.reserve("reserve", 5, Duration.ZERO).decision(), allowed);
    assertAnswered(limiter.acquire("acquire", 5, Duration.ZERO), allowed);
    assertAnswered(limiter.acquireAsync("acquireAsync", 5, Duration.ZERO).join(), allowed);
    assertAnswered(limiter.checkAll(List.of(Request.of("a", 5), Request.of("b", 5))), allowed);
  }

  @ParameterizedTest
  @MethodSource("outagesOfWhichAllIsKnown")
  void whatWasSpent_canBeGivenBack(RuntimeException failure, Fallback fallback, boolean allowed) {
    outage.store.fail(failure);
    PermitLimiter limiter = outage.limiter(RULE, fallback);

    limiter.check("refund", 5);
    limiter.refund("refund", 5);
    limiter.check("reset", 5);
    limiter.reset("reset");
    Reservation reservation = limiter.reserve("cancel", 5, Duration.ZERO);
    reservation.cancel();

    for (String key : new String[] {"refund", "reset", "cancel"}) {
      assertAnswered(limiter.check(key, 5), allowed);
    }
  }

  @ParameterizedTest
  @MethodSource("outages")
  void resetInAnyOutage_makesTheKeyFullHere(
      RuntimeException failure, Fallback fallback, boolean allowed) {
    outage.store.fail(failure);
    PermitLimiter limiter = outage.limiter(RULE, fallback);

    limiter.check("key", 5);
    limiter.reset("key");

    assertAnswered(limiter.check("key", 5), allowed);
  }

  @Test
  void whatMayBeBackInTheStore_isNotGivenBackHere() {
    outage.store.fail(new StoreException("late", null, Charge.UNCERTAIN, Duration.ZERO));
    PermitLimiter limiter = outage.limiter(RULE, Fallback.local(Limit.perSecond(1).withBurst(5)));

    limiter.check("key", 5);
    limiter.refund("key", 5);

    assertAnswered(limiter.check("key", 5), false);
  }

  @ParameterizedTest
  @MethodSource("outages")
  void oneOfSeveralThatIsDenied_chargesNone(
      RuntimeException failure, Fallback fallback, boolean allowed) {
    outage.store.fail(failure);
    PermitLimiter limiter = outage.limiter(RULE, fallback);

    Decision together = limiter.checkAll(List.of(Request.of("a", 5), Request.of("b", 21)));

    assertThat(together).isNever();
    assertThat(limiter.check("a", 5).allowed()).isEqualTo(allowed);
  }
}
