package dev.ratelimit.local.fallback.posting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import dev.ratelimit.local.fallback.Outage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is posted of a key whose limit, or whose share of it, is another by then. */
class ChangedRulesPostingTest {

  private static final Duration SPREAD = Duration.ofSeconds(1);
  private static final Rule SMALL = Rule.of("small", Limit.perHour(10));
  private static final Rule HUNDRED = Rule.of("hundred", Limit.perHour(100));

  private final Outage outage = new Outage();
  private volatile Rule present = HUNDRED;
  private final Rules rules = key -> present;

  private void recover(PermitLimiter limiter) {
    outage.store.comeBack();
    limiter.peek("another", 1);
    outage.clock.advance(SPREAD);
  }

  private long remaining(Rule rule) {
    return outage.store.peek("key", rule, 0, outage.clock.micros()).remaining();
  }

  static List<Limit> otherKinds() {
    return List.of(
        Limit.fixedWindow(10, Duration.ofHours(1)),
        Limit.slidingWindow(10, Duration.ofHours(1)),
        Limit.slidingLog(10, Duration.ofHours(1)),
        Limit.allOf(Limit.perHour(10), Limit.perMinute(10)));
  }

  @ParameterizedTest
  @MethodSource("otherKinds")
  void limitOfAnotherKind_keepsWhatItHasCountedAndThePostingIsLost(Limit other) {
    PermitLimiter limiter = outage.limiter(rules, Fallback.local(1));
    limiter.check("key", 5);
    present = Rule.of("other", other);
    outage.store.comeBack();
    limiter.check("key", 10);

    outage.clock.advance(SPREAD);

    assertThat(remaining(present)).isZero();
    assertThat(outage.lost).hasValue(4);
  }

  @Test
  void unlimitedKey_isNotPosted() {
    PermitLimiter limiter = outage.limiter(rules, Fallback.local(1));
    limiter.check("key", 5);
    outage.store.comeBack();
    limiter.peek("another", 1);
    present = Rule.of(Limit.unlimited());

    outage.clock.advance(SPREAD);

    assertThat(remaining(HUNDRED)).isEqualTo(100);
    assertThat(outage.lost).hasValue(4);
  }

  @Test
  void largerLimit_isChargedThePermitsThatWereAdmitted() {
    present = SMALL;
    PermitLimiter limiter = outage.limiter(rules, Fallback.local(1));
    limiter.check("key", 10);
    present = HUNDRED;

    recover(limiter);

    assertThat(remaining(HUNDRED)).isEqualTo(91);
    assertThat(outage.lost).hasValue(0);
  }

  @Test
  void smallerLimit_isChargedWhatItHas() {
    PermitLimiter limiter = outage.limiter(rules, Fallback.local(1));
    limiter.check("key", 40);
    present = SMALL;

    recover(limiter);

    assertThat(remaining(SMALL)).isZero();
  }

  /** The share is then half empty, so that none of the permits has been paid off. */
  @Test
  void limitThatChangesInTheOutage_isChargedWhatWasAdmittedUnderBoth() {
    present = SMALL;
    PermitLimiter limiter = outage.limiter(rules, Fallback.local(1));
    limiter.check("key", 5);
    present = HUNDRED;
    limiter.check("key", 20);

    recover(limiter);

    assertThat(remaining(HUNDRED)).isEqualTo(100 - 25);
  }

  @Test
  void rulesThatFail_loseThePosting() {
    Rules failing =
        key -> {
          if (key.equals("key") && present.equals(SMALL)) {
            throw new IllegalArgumentException("no such customer");
          }
          return HUNDRED;
        };
    PermitLimiter limiter = outage.limiter(failing, Fallback.local(1));
    limiter.check("key", 5);
    limiter.check("other", 5);
    present = SMALL;

    recover(limiter);

    assertThat(outage.lost).hasValue(4);
    assertThat(outage.store.peek("other", HUNDRED, 0, outage.clock.micros()).remaining())
        .isEqualTo(96);
  }

  @Test
  void moreInstancesBeforeThePosting_changeNothingOfIt() {
    for (int later : new int[] {50, Integer.MAX_VALUE}) {
      Outage other = new Outage();
      AtomicInteger instances = new AtomicInteger(1);
      PermitLimiter limiter = other.limiter(HUNDRED, Fallback.local(instances::get));
      limiter.check("key", 100);
      instances.set(later);

      other.store.comeBack();
      limiter.peek("another", 1);
      other.clock.advance(SPREAD);

      assertThat(other.store.peek("key", HUNDRED, 0, other.clock.micros()).remaining()).isOne();
      assertThat(other.lost).hasValue(0);
    }
  }

  @Test
  void shareThatStartedEmpty_isPostedAlsoWhenMoreInstancesComeInTheOutage() {
    AtomicInteger instances = new AtomicInteger(1);
    PermitLimiter limiter = outage.limiter(HUNDRED, Fallback.local(instances::get));
    outage.store.comeBack();
    limiter.check("key", 100);
    outage.store.goAway();
    for (int i = 0; i < 50; i++) {
      outage.clock.advance(Duration.ofSeconds(36));
      limiter.check("key");
    }
    instances.set(50);
    outage.clock.advance(Duration.ofMinutes(30));
    assertThat(limiter.check("key").allowed()).isTrue();

    recover(limiter);

    assertThat(remaining(HUNDRED)).isEqualTo(100 - 51 + 1); // part of a permit is paid off
  }

  @Test
  void moreInstancesInTheOutage_leaveWhatWasAdmittedBeforeToBePosted() {
    AtomicInteger instances = new AtomicInteger(1);
    PermitLimiter limiter = outage.limiter(HUNDRED, Fallback.local(instances::get));
    limiter.check("key", 50);
    instances.set(50);
    limiter.check("key", 1);

    recover(limiter);

    assertThat(remaining(HUNDRED)).isEqualTo(100 - 50);
  }
}
