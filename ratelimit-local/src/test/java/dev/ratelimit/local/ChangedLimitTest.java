package dev.ratelimit.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Rule;
import dev.ratelimit.testkit.FakeClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** When a listener is told that a key is under another limit. */
class ChangedLimitTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final FakeClock clock = FakeClock.atEpoch();
  private final List<String> changed = new ArrayList<>();
  private final LimiterListener listener =
      new LimiterListener() {
        @Override
        public void onChangedLimit(String key, Rule rule) {
          changed.add(key + " " + rule.name());
        }
      };
  private Rule rule = Rule.of("before", Limit.perMinute(10));
  private final LocalLimiter limiter =
      LocalLimiter.builder(key -> rule).timeSource(clock).listener(listener).build();

  static List<List<Limit>> changes() {
    return List.of(
        List.of(Limit.perMinute(10), Limit.perMinute(20)),
        List.of(Limit.perMinute(10), Limit.perMinute(10).withBurst(7)),
        List.of(Limit.fixedWindow(10, MINUTE), Limit.fixedWindow(20, MINUTE)),
        List.of(Limit.slidingWindow(10, MINUTE), Limit.slidingWindow(10, MINUTE.plusSeconds(1))),
        List.of(Limit.slidingLog(10, MINUTE), Limit.slidingLog(11, MINUTE)),
        List.of(
            Limit.allOf(Limit.perMinute(10), Limit.perHour(100)),
            Limit.allOf(Limit.perMinute(10), Limit.perHour(200))),
        List.of(Limit.perMinute(10), Limit.fixedWindow(10, MINUTE)),
        List.of(Limit.slidingLog(10, MINUTE), Limit.perMinute(10)));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void keyThatOwesSomething_isToldOnceAChange(List<Limit> limits) {
    rule = Rule.of("before", limits.get(0));
    limiter.check("a", 3);
    limiter.check("b", 3);
    rule = Rule.of("after", limits.get(1));

    limiter.check("a", 1);
    limiter.check("a", 1);
    limiter.check("b", 1);
    rule = Rule.of("before", limits.get(0));
    limiter.check("a", 1);

    assertThat(changed).containsExactly("a after", "b after", "a before");
  }

  @ParameterizedTest
  @MethodSource("changes")
  void anotherRuleOfTheSameLimit_isNoChange(List<Limit> limits) {
    rule = Rule.of("before", limits.get(0));
    limiter.check("a", 3);
    rule = Rule.of("after", limits.get(0));

    limiter.check("a", 1);
    limiter.reset("a");

    assertThat(changed).isEmpty();
  }

  @Test
  void keyThatIsFullAgain_hasNothingToChange() {
    limiter.check("a", 3);
    clock.advance(MINUTE);
    rule = Rule.of("after", Limit.perMinute(20));

    limiter.check("a", 1);
    limiter.check("never-seen", 1);

    assertThat(changed).isEmpty();
  }

  @Test
  void listenerThatThrows_changesNoDecision() {
    LocalLimiter broken =
        LocalLimiter.builder(key -> rule)
            .timeSource(clock)
            .listener(
                new LimiterListener() {
                  @Override
                  public void onChangedLimit(String key, Rule rule) {
                    throw new IllegalStateException("a listener of a test that fails");
                  }
                })
            .build();
    broken.check("a", 5);
    rule = Rule.of("after", Limit.perMinute(20));

    assertThat(broken.check("a", 1).remaining()).isEqualTo(9);
  }
}
