package dev.ratelimit.testkit.fleet;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import dev.ratelimit.StoreException.Charge;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.StoreBacked;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.LeaseCall;
import dev.ratelimit.core.store.LeasingStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class FleetNetworkTest {

  private static final TokenBucket ONE_AN_HOUR = Limit.perHour(1);
  private static final Rule RULE = Rule.of(ONE_AN_HOUR);
  private static final Duration LENGTH = ofMillis(500);

  private final List<Long> seen = new ArrayList<>();
  private final List<Optional<Throwable>> failures = new ArrayList<>();

  private static Fleet one() {
    return Fleet.of(ONE_AN_HOUR).instances(1).latency(ofMillis(3));
  }

  /** Has the one instance do something with its store at once. */
  private static Fleet doing(BiConsumer<StoreBacked, LeasingStore> action) {
    return one()
        .limiter(
            backed -> {
              action.accept(backed, (LeasingStore) backed.store());
              return backed;
            });
  }

  /** Notes when an answer is there, in microseconds since the run began. */
  private void note(StoreBacked backed, CompletableFuture<?> answer) {
    long startMicros = backed.timeSource().micros();
    CompletableFuture<?> unused =
        answer.whenComplete(
            (reply, failure) -> {
              seen.add(backed.timeSource().micros() - startMicros);
              failures.add(Optional.ofNullable(failure));
            });
  }

  @Test
  void check_isDecidedWhenItsRequestArrives() {
    FleetResult result = one().traffic(Checks.atMillis(10)).run(LENGTH);

    assertThat(result.admissions()).containsExactly(new Admission(13_000, 0, Traffic.KEY, 1));
  }

  @Test
  void everyForm_isAnsweredAfterBothWays() {
    doing(
            (backed, store) -> {
              note(backed, store.checkAsync("a", RULE, 1, 0));
              note(backed, store.reserveAsync("b", RULE, new Hold(1, 0), 0));
              note(backed, store.takeAsync("c", RULE, 1, 0));
              note(backed, store.refundAsync("d", RULE, 1, 0));
              note(backed, store.leaseAsync("e", RULE, LeaseCall.grant(1), 0));
            })
        .run(LENGTH);

    assertThat(seen).hasSize(5).containsOnly(6_000L);
    assertThat(failures).containsOnly(Optional.empty());
  }

  @Test
  void formWithoutWaiting_isTheOnlyOne() {
    doing(
            (backed, store) -> {
              assertThatThrownBy(() -> store.check("a", RULE, 1, 0))
                  .isInstanceOf(UnsupportedOperationException.class)
                  .hasMessageEndingWith("use checkAsync");
              assertThatThrownBy(() -> store.reserve("a", RULE, new Hold(1, 0), 0))
                  .hasMessageEndingWith("use reserveAsync");
              assertThatThrownBy(() -> store.take("a", RULE, 1, 0))
                  .hasMessageEndingWith("use takeAsync");
              assertThatThrownBy(() -> store.refund("a", RULE, 1, 0))
                  .hasMessageEndingWith("use refundAsync");
              assertThatThrownBy(() -> store.lease("a", RULE, LeaseCall.grant(1), 0))
                  .hasMessageEndingWith("use leaseAsync");
              seen.add(0L);
            })
        .run(LENGTH);

    assertThat(seen).containsExactly(0L);
  }

  @Test
  void peekAndReset_takeNoTimeAndCount() {
    FleetResult result =
        doing(
                (backed, store) -> {
                  assertThat(store.peek("a", RULE, 1, 0).allowed()).isTrue();
                  assertThat(store.reset("a", RULE, 0).allowed()).isTrue();
                })
            .run(LENGTH);

    assertThat(result.total().calls()).isEqualTo(2);
  }

  @Test
  void lostRequest_failsAndChargesNothing() {
    FleetResult result =
        one()
            .at(Duration.ZERO, Event.loseRequests(1))
            .at(ofMillis(100), Event.loseRequests(0))
            .traffic(Checks.atMillis(10, 200))
            .run(LENGTH);

    assertThat(result.total().failed()).isEqualTo(1);
    assertThat(result.total().calls()).isEqualTo(2);
    assertThat(result.admissions()).extracting(Admission::micros).containsExactly(203_000L);
  }

  @Test
  void lostReply_failsThoughThePermitIsCharged() {
    FleetResult result =
        one()
            .at(Duration.ZERO, Event.loseReplies(1))
            .at(ofMillis(100), Event.loseReplies(0))
            .traffic(Checks.atMillis(10, 200))
            .run(LENGTH);

    assertThat(result.total().failed()).isEqualTo(1);
    assertThat(result.total().denied()).isEqualTo(1);
    assertThat(result.admissions()).isEmpty();
  }

  @Test
  void requestWithoutReply_failsAtItsDeadline() {
    doing((backed, store) -> note(backed, store.checkAsync("a", RULE, 1, 0)))
        .deadline(ofMillis(20))
        .loss(1)
        .run(LENGTH);

    assertThat(seen).containsExactly(20_000L);
    StoreException failure = (StoreException) failures.get(0).orElseThrow();
    assertThat(failure).hasMessage("no reply within PT0.02S");
    assertThat(failure.charge()).isEqualTo(Charge.UNCERTAIN);
  }

  @Test
  void replyAfterTheDeadline_isOfNoUse() {
    Fleet late = one().latency(ofMillis(25)).traffic(Checks.atMillis(10, 200));

    FleetResult result = late.run(LENGTH);

    assertThat(result.total().failed()).isEqualTo(2);
    assertThat(result.admissions()).isEmpty();
    assertThat(late.deadline(Duration.ofNanos(50_000_001)).run(LENGTH).total().admitted())
        .isEqualTo(1);
  }

  @Test
  void latencyThatChanges_isThatOfMessagesSentAfterwards() {
    doing((backed, store) -> note(backed, store.checkAsync("a", RULE, 1, 0)))
        .at(ofMillis(1), Event.latency(ofMillis(20), ofMillis(20)))
        .run(LENGTH);

    assertThat(seen).containsExactly(23_000L);
  }

  @Test
  void messages_travelForTimesBetweenTheBounds() {
    List<Arrival> arrivals = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      arrivals.add(new Arrival(i * 400L, 0, Traffic.KEY, 1));
    }

    FleetResult result =
        Fleet.of(Limit.perSecond(1_000_000))
            .instances(1)
            .latency(Duration.ofNanos(7_000), Duration.ofNanos(9_000))
            .traffic(Traffic.exactly(arrivals))
            .run(LENGTH);

    assertThat(result.admissions()).extracting(one -> one.micros() % 400).containsOnly(7L, 8L, 9L);
  }

  @Test
  void lossOfBothWays_failsAsManyAsAreLostOnEither() {
    FleetResult result = one().loss(0.1).traffic(Traffic.even(20_000)).run(LENGTH);

    Tally total = result.total();
    assertThat(total.failed() / (double) total.offered()).isBetween(0.18, 0.20);
    assertThat(total.unanswered()).isZero();
  }
}
