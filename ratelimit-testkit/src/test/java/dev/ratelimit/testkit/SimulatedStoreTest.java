package dev.ratelimit.testkit;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.core.store.LeaseCall;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SimulatedStoreTest {

  private static final Rule WINDOW = Rule.of(Limit.fixedWindow(3, Duration.ofSeconds(1)));

  private final SimulatedStore store = new SimulatedStore();

  /** The two keys have offsets of their own: 380 ms and 419 ms. */
  @Test
  void windowsOfAKey_beginByItsName() {
    assertThat(store.check("a", WINDOW, 1, 0)).hasResetAfter(Duration.ofMillis(380));
    assertThat(store.check("user-42", WINDOW, 1, 0)).hasResetAfter(Duration.ofMillis(419));
  }

  @Test
  void bindingLimit_isInTheDecision() {
    Rule rule = Rule.of(Limit.allOf(Limit.perSecond(5), Limit.perMinute(2)));

    assertThat(store.check("a", rule, 2, 0)).isAllowed().hasBinding(1).hasLimit(2);
    assertThat(store.check("a", rule, 1, 0)).isDenied().hasBinding(1);
  }

  @Test
  void leaseUnderAnotherKindOfLimit_isRefused() {
    assertThatThrownBy(() -> store.lease("a", WINDOW, LeaseCall.grant(1), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("limit must be a token bucket to be leased, was " + WINDOW.limit());
  }

  @Test
  void takeUnderAnotherKindOfLimit_isRefused() {
    assertThatThrownBy(() -> store.take("a", WINDOW, 1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("limit must be a token bucket to take what is there, was " + WINDOW.limit());
  }
}
