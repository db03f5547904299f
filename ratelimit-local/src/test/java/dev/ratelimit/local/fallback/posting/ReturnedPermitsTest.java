package dev.ratelimit.local.fallback.posting;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Reservation;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import dev.ratelimit.StoreException.Charge;
import dev.ratelimit.local.fallback.Outage;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Refunds and resets of keys of which something is still to be posted. */
class ReturnedPermitsTest {

  private static final Duration SPREAD = Duration.ofSeconds(1);

  /** Two instances have 50 permits each, of which one comes back every 200 s. */
  private static final Rule RULE = Rule.of("paid", Limit.perHour(36).withBurst(100));

  private final Outage outage = new Outage();
  private final PermitLimiter limiter = outage.limiter(RULE, Fallback.local(2));

  private void comeBack() {
    outage.store.comeBack();
    limiter.peek("another", 1);
  }

  private long charged() {
    return 100 - outage.store.peek("key", RULE, 0, outage.clock.micros()).remaining();
  }

  private void failUncertainly() {
    outage.store.fail(new StoreException("late", null, Charge.UNCERTAIN, Duration.ZERO));
  }

  @Test
  void refundBeforeThePosting_isOfWhatWouldBePosted() {
    limiter.check("key", 50);
    comeBack();
    limiter.refund("key", 50);

    outage.clock.advance(SPREAD);

    assertThat(charged()).isZero();
  }

  @Test
  void refundOfMoreThanWouldBePosted_isAlsoOfWhatWasCharged() {
    limiter.check("key", 20);
    comeBack();
    limiter.check("key", 70);
    limiter.refund("key", 30);

    outage.clock.advance(SPREAD);

    assertThat(charged()).isEqualTo(20 + 70 - 30);
  }

  @Test
  void refundOfLess_leavesTheRestToBePosted() {
    limiter.check("key", 30);
    comeBack();
    limiter.check("key", 10);
    limiter.refund("key", 5);

    outage.clock.advance(SPREAD);

    assertThat(charged()).isEqualTo(30 + 10 - 5 - 1);
  }

  /** 30 of 50 are paid off before. */
  @Test
  void refundAfterSomeWasPaidOff_givesBackNoPermitTwice() {
    limiter.check("key", 50);
    outage.clock.advance(Duration.ofMinutes(100));
    comeBack();
    limiter.check("key", 60);
    limiter.refund("key", 50);

    outage.clock.advance(SPREAD);

    assertThat(charged()).isEqualTo(20 + 60 - 50);
  }

  @Test
  void refundBeforeThePosting_goesToTheShareToo() {
    limiter.check("key", 50);
    comeBack();
    limiter.refund("key", 50);

    outage.store.goAway();

    assertThat(limiter.peek("key", 0)).hasRemaining(50);
  }

  @Test
  void refundThatMayHaveBeenMade_givesNothingBackHere() {
    outage.store.comeBack();
    limiter.check("key", 50);
    outage.store.goAway();
    limiter.check("key", 10);
    failUncertainly();
    outage.store.makeRefundsOfWhichAnswersAreLost();

    limiter.refund("key", 30);

    assertThat(limiter.peek("key", 0)).hasRemaining(50 - 25 - 10 + 10);
    comeBack();
    outage.clock.advance(SPREAD);
    assertThat(charged()).isEqualTo(50 + 10 - 30);
  }

  @Test
  void cancelThatMayHaveBeenMade_isNotOfWhatIsPosted() {
    outage.store.comeBack();
    Reservation reservation = limiter.reserve("key", 30, Duration.ZERO);
    outage.store.goAway();
    limiter.check("key", 10);
    failUncertainly();

    reservation.cancel();

    comeBack();
    outage.clock.advance(SPREAD);
    assertThat(charged()).isEqualTo(30 + 10);
  }

  @Test
  void cancelThatWasNotSent_isOfWhatIsPosted() {
    outage.store.comeBack();
    Reservation reservation = limiter.reserve("key", 30, Duration.ZERO);
    outage.store.goAway();
    limiter.check("key", 20);

    reservation.cancel();

    comeBack();
    outage.clock.advance(SPREAD);
    assertThat(charged()).isEqualTo(30);
  }

  @Test
  void resetBeforeThePosting_leavesNothingToPost() {
    limiter.check("key", 50);
    comeBack();
    limiter.reset("key");

    outage.clock.advance(SPREAD);

    assertThat(charged()).isZero();
    assertThat(outage.lost).hasValue(0);
  }

  @Test
  void resetBetweenOutages_fillsTheShareToo() {
    limiter.check("key", 50);
    comeBack();
    limiter.reset("key");

    outage.store.goAway();

    assertThat(limiter.peek("key", 0)).hasRemaining(50);
  }

  @Test
  void resetOfWhatTheStoreSaidToBeDrained_fillsTheShare() {
    outage.store.comeBack();
    limiter.check("key", 100);
    limiter.reset("key");

    outage.store.goAway();

    assertThat(limiter.peek("key", 0)).hasRemaining(50);
  }
}
