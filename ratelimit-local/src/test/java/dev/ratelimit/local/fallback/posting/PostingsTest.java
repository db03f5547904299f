package dev.ratelimit.local.fallback.posting;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Request;
import dev.ratelimit.Reservation;
import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import dev.ratelimit.StoreException;
import dev.ratelimit.StoreException.Charge;
import dev.ratelimit.local.fallback.Outage;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the store is told after an outage of what was admitted in it. */
class PostingsTest {

  private static final Duration SPREAD = Duration.ofSeconds(1);

  /** Two instances have 50 permits each, of which one comes back every 200 s. */
  private static final Rule RULE = Rule.of("paid", Limit.perHour(36).withBurst(100));

  private static final Fallback OF_TWO = Fallback.local(2);

  private final Outage outage = new Outage();
  private final PermitLimiter limiter = outage.limiter(RULE, OF_TWO);

  /** The store is back, has answered once, and a second has passed. */
  private void recover() {
    outage.store.comeBack();
    limiter.peek("another", 1);
    outage.clock.advance(SPREAD);
  }

  /** {@return how many permits the store has charged, of which none has come back yet} */
  private long charged(String key) {
    return 100 - outage.store.peek(key, RULE, 0, outage.clock.micros()).remaining();
  }

  private void failWith(Charge charge) {
    outage.store.fail(new StoreException("away", null, charge, Duration.ZERO));
  }

  /** A part of a permit comes back before the posting, and no part of one is posted. */
  @Test
  void whatWasAdmitted_isChargedOnceAfterRecovery() {
    limiter.check("key", 30);
    limiter.check("key", 11);

    recover();

    assertThat(charged("key")).isEqualTo(40);
    recover();
    recover();
    assertThat(charged("key")).isEqualTo(40);
    assertThat(outage.lost).hasValue(0);
  }

  @Test
  void nothingIsPosted_beforeTheStoreHasAnswered() {
    limiter.check("key", 40);
    outage.store.comeBack();
    outage.clock.advance(Duration.ofMinutes(1));
    assertThat(charged("key")).isZero();

    limiter.peek("another", 1);
    assertThat(charged("key")).isZero();

    outage.clock.advance(SPREAD);
    assertThat(charged("key")).isEqualTo(39);
  }

  @Test
  void instances_postAtInstantsOfTheirOwnWithinASecond() {
    Set<Long> delays = new HashSet<>();

    for (int seed = 0; seed < 20; seed++) {
      Outage other = new Outage();
      PermitLimiter instance = other.builder(Rules.all(RULE), OF_TWO).seed(seed).build();
      instance.check("key", 40);
      other.store.comeBack();
      instance.peek("another", 1);
      long delay = 0;
      while (other.store.peek("key", RULE, 0, other.clock.micros()).remaining() == 100) {
        assertThat(delay).isLessThan(1_000_000);
        other.clock.advanceMicros(10_000);
        delay += 10_000;
      }
      delays.add(delay);
    }

    assertThat(delays).hasSizeGreaterThan(10);
  }

  @Test
  void admittedAgainInTheNextOutage_isChargedAgain() {
    limiter.check("key", 11);
    recover();
    outage.store.goAway();
    limiter.check("key", 20);

    recover();

    assertThat(charged("key")).isEqualTo(10 + 20);
  }

  @Test
  void everyWayToBeAdmitted_isCharged() throws InterruptedException {
    limiter.check("key", 1);
    limiter.checkAsync("key", 2).join();
    limiter.reserve("key", 3, Duration.ZERO);
    limiter.acquire("key", 4, Duration.ZERO);
    limiter.acquireAsync("key", 5, Duration.ZERO).join();
    limiter.checkAll(List.of(Request.of("key", 6), Request.of("other", 7)));

    recover();

    assertThat(charged("key")).isEqualTo(1 + 2 + 3 + 4 + 5 + 6 - 1);
    assertThat(charged("other")).isEqualTo(7 - 1);
  }

  @Test
  void whatMayHaveBeenSent_isNeverPosted() {
    failWith(Charge.UNCERTAIN);
    limiter.check("key", 20);
    failWith(Charge.NONE);
    limiter.check("key", 5);

    recover();

    assertThat(charged("key")).isEqualTo(5);
  }

  @Test
  void denialsAndLooks_areNotPosted() {
    limiter.check("key", 51);
    limiter.peek("key", 10);
    limiter.check("key", 0);
    limiter.reserve("key", 60, Duration.ZERO);

    recover();

    assertThat(charged("key")).isZero();
  }

  @Test
  void whatWasPaidOffMeanwhile_isNotPosted() { // 30 of 40
    limiter.check("key", 40);
    outage.clock.advance(Duration.ofMinutes(100));

    recover();

    assertThat(charged("key")).isEqualTo(9);
  }

  @Test
  void whatTheShareOwedBefore_isNotPosted() {
    outage.store.comeBack();
    limiter.check("key", 80);
    outage.store.goAway();
    limiter.check("key", 5);

    recover();

    assertThat(charged("key")).isEqualTo(85);
  }

  @Test
  void refundsInTheOutage_reduceWhatIsPosted() {
    limiter.check("key", 20);
    limiter.refund("key", 5);
    Reservation reservation = limiter.reserve("key", 10, Duration.ZERO);
    reservation.cancel();

    recover();

    assertThat(charged("key")).isEqualTo(14);
  }

  @Test
  void refundsToAShareThatOwedMore_reduceWhatIsPosted() {
    outage.store.comeBack();
    limiter.check("key", 40);
    outage.store.goAway();
    limiter.check("key", 20);
    limiter.refund("key", 5);

    recover();

    assertThat(charged("key")).isEqualTo(40 + 15);
  }

  @Test
  void reservationOfTheOutageThatIsCancelledAfterIt_isNotPosted() {
    Reservation reservation = limiter.reserve("key", 10, Duration.ZERO);
    outage.store.comeBack();
    limiter.peek("another", 1);
    reservation.cancel();

    outage.clock.advance(SPREAD);

    assertThat(charged("key")).isZero();
  }

  @Test
  void resetInTheOutage_leavesNothingToPost() {
    limiter.check("key", 20);
    limiter.reset("key");

    recover();

    assertThat(charged("key")).isZero();
  }

  @Test
  void postingAnswersNobody() {
    limiter.check("key", 20);
    outage.told.clear();

    recover();

    assertThat(outage.told).isEmpty();
  }

  @Test
  void storeThatHasTooLittleLeft_isChargedWhatThereIs() {
    limiter.check("key", 40);
    outage.store.comeBack();
    outage.store.check("key", RULE, 90, outage.clock.micros());

    recover();
    recover();

    assertThat(charged("key")).isEqualTo(100);
    assertThat(outage.lost).hasValue(0);
  }

  @Test
  void postingThatIsRefusedUnsent_isMadeAfterTheNextAnswer() {
    limiter.check("key", 20);
    outage.store.comeBack();
    limiter.peek("another", 1);
    outage.store.goAway();
    outage.clock.advance(SPREAD);
    assertThat(outage.clock.pendingTasks()).isZero();

    recover();

    assertThat(charged("key")).isEqualTo(19);
    assertThat(outage.lost).hasValue(0);
  }

  @Test
  void postingThatMayHaveBeenSent_isCountedAndNotMadeAgain() {
    limiter.check("key", 20);
    outage.store.comeBack();
    limiter.peek("another", 1);
    failWith(Charge.UNCERTAIN);
    outage.clock.advance(SPREAD);

    recover();

    assertThat(charged("key")).isZero();
    assertThat(outage.lost).hasValue(19);
  }

  @Test
  void sixtyFourKeysArePostedTogether_oneTimeAfterAnother() {
    for (int i = 0; i < 150; i++) {
      limiter.check("key-" + i, 20);
    }
    outage.store.holdTakes();
    recover();

    for (int together : new int[] {64, 64, 22}) {
      assertThat(outage.store.heldTakes()).hasSize(together);
      outage.clock.advance(Duration.ofSeconds(5));
      assertThat(outage.store.heldTakes()).hasSize(together);
      Stream.generate(() -> outage.store.heldTakes().remove())
          .limit(together)
          .forEach(Runnable::run);
      outage.clock.advance(Duration.ZERO);
    }

    assertThat(outage.store.heldTakes()).isEmpty();
    assertThat(charged("key-149")).isEqualTo(19);
  }

  @Test
  void whatIsRemembered_isBoundedAndTheRestCounted() {
    PermitLimiter small = outage.builder(Rules.all(RULE), OF_TWO).maximumLeasedKeys(10).build();
    for (int i = 0; i < 25; i++) {
      small.check("key-" + i, 2);
    }
    outage.store.comeBack();
    small.peek("another", 1);

    outage.clock.advance(SPREAD);

    assertThat(outage.lost).hasValue(15 * 2);
    assertThat(charged("key-0")).isEqualTo(1);
    assertThat(charged("key-24")).isZero();
  }

  @Test
  void limiterThatIsClosed_postsNothing() {
    limiter.check("key", 20);
    outage.store.comeBack();
    limiter.peek("another", 1);

    limiter.close();
    outage.clock.advance(SPREAD);

    assertThat(outage.clock.pendingTasks()).isZero();
    assertThat(charged("key")).isZero();
    assertThat(outage.lost).hasValue(20);
  }

  @Test
  void limiterThatIsClosedInTheOutage_tellsWhatIsStillOwed() { // 30 of 40 are paid off
    limiter.check("key", 40);
    limiter.check("other", 11);
    outage.clock.advance(Duration.ofMinutes(100));

    limiter.close();

    assertThat(outage.lost).hasValue(10);
  }

  @Test
  void postingThatIsRefusedAfterClosing_isLost() {
    limiter.check("key", 20);
    outage.store.holdTakes();
    recover();
    limiter.close();
    assertThat(outage.lost).hasValue(0);

    outage.store.goAway();
    outage.store.heldTakes().remove().run();

    assertThat(outage.lost).hasValue(19);
  }

  static List<Fallback> fallbacksThatPostNothing() {
    return List.of(
        Fallback.open(),
        Fallback.closed(),
        Fallback.local(Limit.unlimited()),
        Fallback.local(Limit.slidingLog(50, Duration.ofHours(1))));
  }

  @ParameterizedTest
  @MethodSource("fallbacksThatPostNothing")
  void fallbackThatKeepsNoBucket_postsNothing(Fallback fallback) {
    PermitLimiter other = outage.limiter(RULE, fallback);
    other.check("key", 20);
    outage.store.comeBack();
    other.peek("another", 1);

    assertThat(outage.clock.pendingTasks()).isZero();
  }

  @Test
  void limitsOfOtherKinds_postNothing() {
    for (Limit limit :
        List.of(
            Limit.fixedWindow(100, Duration.ofHours(1)),
            Limit.slidingWindow(100, Duration.ofHours(1)),
            Limit.slidingLog(100, Duration.ofHours(1)),
            Limit.allOf(Limit.perHour(36).withBurst(100), Limit.perSecond(200)))) {
      outage.store.goAway();
      PermitLimiter other = outage.limiter(Rule.of("other", limit), OF_TWO);
      other.check("key", 20);
      outage.store.comeBack();
      other.peek("another", 1);

      assertThat(outage.clock.pendingTasks()).isZero();
    }
  }

  @Test
  void limitPerInstance_isPostedToo() {
    PermitLimiter other = outage.limiter(RULE, Fallback.local(Limit.perHour(36).withBurst(80)));
    other.check("key", 70);
    outage.store.comeBack();
    other.peek("another", 1);

    outage.clock.advance(SPREAD);

    assertThat(charged("key")).isEqualTo(69);
  }
}
