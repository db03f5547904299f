package dev.ratelimit.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Outcome;
import dev.ratelimit.Request;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks of several keys of a store that decides about one at a time. */
class StoreLimiterSeveralKeysTest {

  private final HandClock clock = new HandClock();
  private final MemoryStore store = new MemoryStore();
  private final StoreLimiter limiter =
      new StoreLimiter(
          store,
          key ->
              Rule.of(key, key.equals("barred") ? Limit.blocked() : Limit.perSecond(key.length())),
          clock,
          Runnable::run);

  private static List<Request> twoOf(String... keys) {
    return List.of(keys).stream().map(key -> Request.of(key, 2)).toList();
  }

  private long remaining(String key) {
    return limiter.peek(key, 0).remaining();
  }

  @Test
  void keys_areLookedAtFirstAndThenSpentInOrder() {
    limiter.checkAll(twoOf("abc", "defg"));

    assertThat(store.calls())
        .containsExactly(
            "peek abc abc 2 @0",
            "peek defg defg 2 @0",
            "check abc abc 2 @0",
            "check defg defg 2 @0");
  }

  @Test
  void keyThatIsSeenToDeny_leavesAllUnspent() {
    limiter.check("defg", 3);
    store.forgetCalls();

    Decision decision = limiter.checkAll(twoOf("abc", "defg"));

    assertThat(decision.ruleName()).isEqualTo("defg");
    assertThat(store.calls()).containsExactly("peek abc abc 2 @0", "peek defg defg 2 @0");
  }

  @Test
  void whatNeedsNoStore_isAskedFirst() {
    assertThat(limiter.checkAll(twoOf("abc", "barred")).outcome()).isEqualTo(Outcome.NEVER);

    assertThat(store.calls()).isEmpty();
  }

  @Test
  void keyThatDeniesAfterAll_givesTheEarlierOnesBack() {
    store.beforeCheck(
        key -> {
          if (key.equals("third")) {
            store.beforeCheck(again -> {});
            limiter.check("third", 4);
          }
        });

    Decision decision = limiter.checkAll(twoOf("first", "second", "third", "fourth"));

    assertThat(decision.allowed()).isFalse();
    assertThat(decision.ruleName()).isEqualTo("third");
    assertThat(decision.retryAfter()).isEqualTo(Duration.ofMillis(200));
    assertThat(remaining("first")).isEqualTo(5);
    assertThat(remaining("second")).isEqualTo(6);
    assertThat(remaining("fourth")).isEqualTo(6);
  }

  @Test
  void storeThatFailsInBetween_hasTheEarlierOnesGivenBack() {
    StoreException failure =
        new StoreException("gone", null, StoreException.Charge.NONE, Duration.ZERO);
    store.beforeCheck(
        key -> {
          if (key.equals("second")) {
            throw failure;
          }
        });

    assertThatThrownBy(() -> limiter.checkAll(twoOf("first", "second"))).isSameAs(failure);

    assertThat(remaining("first")).isEqualTo(5);
  }

  @Test
  void refundThatFails_changesNoDecision() {
    store.refuseRefunds();
    store.beforeCheck(
        key -> {
          if (key.equals("second")) {
            store.beforeCheck(again -> {});
            limiter.check("second", 6);
          }
        });

    assertThat(limiter.checkAll(twoOf("first", "second")).ruleName()).isEqualTo("second");
  }
}
