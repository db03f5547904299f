package dev.ratelimit.local.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a listener is told of leases. */
@SuppressWarnings("FutureReturnValueIgnored") // a check that is in flight is not waited for
class LeaseEventsTest {

  private final List<String> heard = new ArrayList<>();
  private final LimiterListener listener =
      new LimiterListener() {
        @Override
        public void onLeaseTaken(String key, long permits) {
          heard.add("taken " + key + " " + permits);
        }

        @Override
        public void onLeaseReturned(String key, long permits) {
          heard.add("returned " + key + " " + permits);
        }

        @Override
        public void onLeaseExpired(String key, long permits) {
          heard.add("expired " + key + " " + permits);
        }

        @Override
        public void onChangedLimit(String key, Rule rule) {
          heard.add("changed " + key + " " + rule.name());
        }
      };
  private final Instance instance =
      new Instance(new LeaseOptions(false, 200, 1_000, Runnable::run, 1, listener));

  @Test
  void lease_isToldWhenItIsTaken() {
    instance.heat(100);
    assertThat(heard).isEmpty();

    instance.check(100);

    assertThat(heard).containsExactly("taken key 49");
  }

  @Test
  void whatIsLeftAtTheEndOfTheTerm_expiresAndIsReturned() {
    instance.lease49();
    instance.check(9);

    instance.clock.advanceMicros(Instance.TERM_MICROS);

    assertThat(heard).containsExactly("taken key 49", "returned key 40", "expired key 40");
  }

  @Test
  void leaseThatIsSpent_isNeitherReturnedNorExpires() {
    instance.lease49();
    instance.check(49);
    heard.clear();

    instance.clock.advance(Duration.ofSeconds(2));

    assertThat(heard).noneMatch(event -> event.startsWith("expired key 49"));
    assertThat(instance.layer.permitsInHand()).isZero();
  }

  @Test
  void whatIsGivenBackByClosing_isReturnedAndHasNotExpired() {
    instance.lease49();

    instance.layer.close();

    assertThat(heard).containsExactly("taken key 49", "returned key 49");
  }

  @Test
  void returnThatTheStoreDoesNotAnswer_isNotTold() {
    instance.lease49();
    instance.store.goAway(
        new StoreException("away", null, StoreException.Charge.NONE, Duration.ZERO));

    instance.clock.advanceMicros(Instance.TERM_MICROS);

    assertThat(heard).containsExactly("taken key 49", "expired key 49");
  }

  @Test
  void leaseUnderAChangedLimit_expiresOnce() {
    instance.lease49();
    Rule faster = Rule.of("faster", Limit.perSecond(2_000));

    instance.check(faster, 1);
    instance.check(faster, 1);
    instance.clock.advance(Duration.ofSeconds(2));

    assertThat(heard).containsExactly("taken key 49", "changed key faster", "expired key 49");
  }

  @Test
  void leaseUnderALimitThatIsNotLeased_expires() {
    instance.lease49();
    Rule small = Rule.of("small", Limit.perSecond(10));

    instance.check(small, 1);
    instance.check(small, 1);

    assertThat(heard).containsExactly("taken key 49", "changed key small", "expired key 49");
  }

  @Test
  void anotherRuleOfTheSameLimit_isNoChange() {
    instance.lease49();

    instance.check(Rule.of("same", Limit.perSecond(1_000)), 50);

    assertThat(heard).noneMatch(event -> event.startsWith("changed"));
  }

  @Test
  void permitsInHand_areThoseThatCanBeSpentNow() {
    assertThat(instance.layer.permitsInHand()).isZero();

    instance.lease49();
    assertThat(instance.layer.permitsInHand()).isEqualTo(49);
    instance.check(9);
    assertThat(instance.layer.permitsInHand()).isEqualTo(40);
    instance.clock.advanceMicros(Instance.TERM_MICROS);

    assertThat(instance.layer.permitsInHand()).isZero();
  }
}
