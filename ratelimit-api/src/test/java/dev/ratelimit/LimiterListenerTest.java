package dev.ratelimit;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LimiterListenerTest {

  @Test
  void listenerThatOverridesNothing_hearsEverythingInSilence() {
    LimiterListener listener = new LimiterListener() {};

    assertThatCode(
            () -> {
              listener.onStoreCall(Duration.ofMillis(1), 1);
              listener.onStoreError(
                  new StoreException("no answer", null, StoreException.Charge.NONE, Duration.ZERO));
              listener.onDegraded("localhost:6379");
              listener.onProbe("localhost:6379");
              listener.onRecovered("localhost:6379");
              listener.onGone("localhost:6379");
              listener.onFallback(Decision.allowed(1, 0));
              listener.onLateReply(1);
              listener.onUncertainCharge(1);
              listener.onDroppedRefund(1);
              listener.onLostPosting(1);
              listener.onStateLoss("localhost:6379");
              listener.onDecision("a", Rule.of(Limit.perSecond(1)), Decision.allowed(1, 0));
              listener.onStoreAnswer(Decision.allowed(1, 0), Duration.ofMillis(1));
              listener.onLeaseTaken("a", 1);
              listener.onLeaseReturned("a", 1);
              listener.onLeaseExpired("a", 1);
              listener.onChangedLimit("a", Rule.of(Limit.perSecond(1)));
              listener.onListenerFailure(new IllegalStateException("broken"));
            })
        .doesNotThrowAnyException();
  }
}
