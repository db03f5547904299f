package dev.ratelimit.local.fallback;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.ratelimit.Decision;
import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every operation under every fallback. */
class EveryFallbackTest {

  private static final Rule RULE = Rule.of("paid", Limit.perSecond(10).withBurst(20));
  private static final Limit MORE = Limit.perSecond(10).withBurst(50);
  private static final Set<Operation> THAT_NEED_ALL =
      EnumSet.of(
          Operation.CHECK,
          Operation.CHECK_ASYNC,
          Operation.PEEK,
          Operation.RESERVE,
          Operation.RESERVE_ASYNC);

  private final Outage outage = new Outage();

  static List<Fallback> fallbacks() {
    return List.of(
        Fallback.open(),
        Fallback.closed(),
        Fallback.local(2),
        Fallback.local(() -> 2),
        Fallback.local(Limit.perSecond(1).withBurst(5)),
        Fallback.local(MORE),
        Fallback.local(Limit.unlimited()),
        Fallback.local(Limit.blocked()));
  }

  private static Stream<Arguments> each(Set<Operation> operations) {
    return fallbacks().stream()
        .flatMap(fallback -> operations.stream().map(it -> arguments(fallback, it)));
  }

  static Stream<Arguments> everyOperation() {
    return each(EnumSet.allOf(Operation.class));
  }

  static Stream<Arguments> operationsThatNeedAll() {
    return each(THAT_NEED_ALL);
  }

  private Instant now() {
    return Instant.EPOCH.plusNanos(outage.clock.micros() * 1_000);
  }

  @ParameterizedTest
  @MethodSource("everyOperation")
  void answer_saysWhoGaveItAndUnderWhichRule(Fallback fallback, Operation operation) {
    Store store = outage.layer(fallback);

    Decision decision = operation.ask(store, RULE, 1, outage.clock.micros());

    assertThat(decision).hasOrigin(Origin.FALLBACK).isDegraded().hasRuleName("paid");
    assertThat(decision.resetAt()).isEqualTo(now().plus(decision.resetAfter()));
  }

  @ParameterizedTest
  @MethodSource("everyOperation")
  void answer_isToldOnce(Fallback fallback, Operation operation) {
    Store store = outage.layer(fallback);

    Decision decision = operation.ask(store, RULE, 1, outage.clock.micros());

    assertThat(outage.told).containsExactly(decision);
  }

  @ParameterizedTest
  @MethodSource("everyOperation")
  void storeThatIsBack_answersAgain(Fallback fallback, Operation operation) {
    Store store = outage.layer(fallback);
    operation.ask(store, RULE, 1, outage.clock.micros());
    outage.told.clear();

    outage.store.comeBack();
    Decision decision = operation.ask(store, RULE, 1, outage.clock.micros());

    assertThat(decision).isAllowed().hasOrigin(Origin.STORE).isNotDegraded().hasLimit(20);
    assertThat(outage.told).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("everyOperation")
  void storeThatThrowsInsteadOfFailingAFuture_isAnsweredForAsWell(
      Fallback fallback, Operation operation) {
    Store store = outage.layer(fallback);
    outage.store.throwFromAsyncForms();

    Decision decision = operation.ask(store, RULE, 1, outage.clock.micros());

    assertThat(decision).hasOrigin(Origin.FALLBACK).isDegraded();
  }

  @ParameterizedTest
  @MethodSource("operationsThatNeedAll")
  void costAboveTheLimit_isNever(Fallback fallback, Operation operation) {
    Store store = outage.layer(fallback);

    for (long cost : new long[] {21, 92_233_720_369L, Long.MAX_VALUE}) {
      assertThat(operation.ask(store, RULE, cost, outage.clock.micros()))
          .isNever()
          .hasOrigin(Origin.FALLBACK)
          .isDegraded()
          .hasRuleName("paid")
          .hasResetAt(now());
    }
  }

  @ParameterizedTest
  @MethodSource("operationsThatNeedAll")
  void costOfTheWholeLimit_isNotNever(Fallback fallback, Operation operation) {
    Store store = outage.layer(fallback);

    Decision decision = operation.ask(store, RULE, 20, outage.clock.micros());

    assertThat(decision.retryAfter()).isIn(Duration.ZERO, ShakyStore.NEXT_PROBE);
  }

  @ParameterizedTest
  @MethodSource("operationsThatNeedAll")
  void costZero_isAllowed(Fallback fallback, Operation operation) {
    Store store = outage.layer(fallback);

    assertThat(operation.ask(store, RULE, 0, outage.clock.micros())).isAllowed();
  }

  @ParameterizedTest
  @MethodSource("fallbacks")
  void take_bringsNoMoreThanTheLimit(Fallback fallback) {
    Store store = outage.layer(fallback);

    long granted = store.take("key", RULE, Long.MAX_VALUE, outage.clock.micros()).granted();

    assertThat(granted).isBetween(0L, 20L);
  }

  @Test
  void costAboveTheLimit_spendsNothingOfAnInstanceThatMayGrantMore() {
    Store store = outage.layer(Fallback.local(MORE));
    long now = outage.clock.micros();
    store.check("key", RULE, 7, now);

    store.check("key", RULE, 21, now);
    store.reserve("key", RULE, new Hold(21, 1_000_000), now);

    assertThat(store.peek("key", RULE, 21, now))
        .isNever()
        .hasLimit(50)
        .hasRemaining(43)
        .hasResetAfter(Duration.ofMillis(700));
  }
}
