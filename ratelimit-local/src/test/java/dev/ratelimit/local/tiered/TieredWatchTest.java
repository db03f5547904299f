package dev.ratelimit.local.tiered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.DeniedKey;
import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import dev.ratelimit.local.fallback.Outage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What those who watch a limiter with a fallback are told. */
class TieredWatchTest {

  private static final Rule RULE = Rule.of("paid", Limit.perSecond(10).withBurst(20));

  private final Outage outage = new Outage();
  private final List<String> heard = new ArrayList<>();
  private final LimiterListener listener =
      new LimiterListener() {
        @Override
        public void onDecision(String key, Rule rule, Decision decision) {
          heard.add(key + " " + rule.name() + " " + decision.outcome() + " " + decision.origin());
        }

        @Override
        public void onStoreAnswer(Decision decision, Duration took) {
          heard.add("answer " + decision.origin());
        }

        @Override
        public void onFallback(Decision decision) {
          heard.add("fallback " + decision.outcome());
        }
      };

  private TieredLimiter watched() {
    return outage
        .builder(Rules.all(RULE), Fallback.closed())
        .listener(listener)
        .watchDenials(10)
        .build();
  }

  @Test
  void answersOfTheFallback_areDecisionsAndAnswers() {
    watched().check("a", 1);
    watched().checkAsync("b", 1).join();

    assertThat(heard)
        .containsExactly(
            "fallback DENIED",
            "a paid DENIED FALLBACK",
            "answer FALLBACK",
            "fallback DENIED",
            "b paid DENIED FALLBACK",
            "answer FALLBACK");
  }

  @Test
  void denialsOfTheFallback_areCountedToo() {
    TieredLimiter limiter = watched();
    limiter.check("a", 1);
    limiter.check("a", 1);

    assertThat(limiter.topDenied(3)).containsExactly(new DeniedKey("a", 2, 0));
  }

  @Test
  void severalListeners_areAllTold() {
    outage.store.goAway();

    watched().check("a", 1);

    assertThat(outage.told).hasSize(1);
    assertThat(heard).hasSize(3);
  }

  @Test
  void limiterOverAStoreThatLeasesNothing_hasNoPermitsOnLease() {
    assertThat(watched().permitsOnLease()).isZero();
  }

  @Test
  void keysToWatch_areInRange() {
    TieredLimiterBuilder builder = TieredLimiter.builder(outage.shared(Rules.all(RULE)));

    assertThatThrownBy(() -> builder.watchDenials(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("keys must be from 1 to 10000, was 0");
  }
}
