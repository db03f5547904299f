package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.redis.call.RedisSettings;
import dev.ratelimit.redis.limits.Scripts;
import dev.ratelimit.redis.link.StubLink;
import dev.ratelimit.testkit.FakeClock;
import io.lettuce.core.RedisCommandExecutionException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When heartbeats are sent, and what becomes of the number of instances. */
class HeartbeatTest {

  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final Duration LONGEST_PERIOD = Duration.ofMillis(1_250);

  private final FakeClock clock = FakeClock.atMicros(1_767_225_600_000_000L);
  private final Heard heard = new Heard();
  private final StubLink link = new StubLink(() -> {}, "one");
  private final RedisStore store =
      new RedisStore(
          link, new RedisSettings("rl:", DEADLINE, clock, heard, Runnable::run), Scripts.shipped());

  /** Redis answers the last heartbeat. */
  private void answer(long members) {
    link.last().complete(List.of(clock.micros(), members));
  }

  private void refuse() {
    link.last().completeExceptionally(new RedisCommandExecutionException("OOM"));
  }

  private void nextIsAnswered(long members) {
    int before = link.sent.size();
    clock.advance(LONGEST_PERIOD);
    assertThat(link.sent.size()).isEqualTo(before + 1);
    answer(members);
  }

  @Test
  void firstHeartbeat_isSentAtOnce() {
    store.membership("fleet", 6);

    assertThat(link.sent).hasSize(1);
  }

  @Test
  void heartbeatThatIsAnswered_isFollowedByOneAPeriodLater() {
    store.membership("fleet", 6);

    for (int i = 1; i <= 20; i++) {
      answer(1);
      clock.advance(PERIOD.minusNanos(1_000));
      assertThat(link.sent).hasSize(i);
      clock.advance(LONGEST_PERIOD.minus(PERIOD).plusNanos(1_000));
      assertThat(link.sent).hasSize(i + 1);
    }
  }

  @Test
  void heartbeatsOfALargeFleet_areFurtherApart() {
    store.membership("fleet", 6);

    answer(500);
    clock.advance(Duration.ofMillis(4_999));
    int early = link.sent.size();
    clock.advance(Duration.ofMillis(1_251));

    assertThat(early).isEqualTo(1);
    assertThat(link.sent).hasSize(2);
  }

  @Test
  void number_growsAtOnce() {
    RedisMembership membership = store.membership("fleet", 6);

    answer(7);

    assertThat(membership.instances()).isEqualTo(7);
  }

  @Test
  void numberAssumed_isForgottenAfterTenAnswers() {
    RedisMembership membership = store.membership("fleet", 6);

    answer(2);
    for (int i = 0; i < 8; i++) {
      nextIsAnswered(2);
    }
    int afterNine = membership.instances();
    nextIsAnswered(2);

    assertThat(afterNine).isEqualTo(6);
    assertThat(membership.instances()).isEqualTo(2);
  }

  @Test
  void numberWithoutAnAnswer_staysAndHeartbeatsGoOn() {
    RedisMembership membership = store.membership("fleet", 6);
    answer(7);

    for (int i = 0; i < 600; i++) {
      clock.advance(Duration.ofMillis(100));
      refuse();
    }
    int degradations = heard.degradations();
    int instances = membership.instances();
    nextIsAnswered(0); // a probe
    nextIsAnswered(9);

    assertThat(degradations).isEqualTo(1);
    assertThat(instances).isEqualTo(7);
    assertThat(membership.instances()).isEqualTo(9);
  }

  @Test
  void replyThatIsNotUnderstood_changesNothing() {
    RedisMembership membership = store.membership("fleet", 6);

    link.last().complete(List.of("nonsense"));
    for (int i = 0; i < 20; i++) {
      nextIsAnswered(i % 2 == 0 ? 0 : 4_098);
    }

    assertThat(membership.instances()).isEqualTo(6);
  }

  @Test
  void heartbeatThatFails_isNoRequestOfUncertainCharge() {
    store.membership("fleet", 6);

    clock.advance(DEADLINE);

    assertThat(heard.errors()).hasSize(1);
    assertThat(heard.uncertain()).isZero();
  }

  @Test
  void heartbeatsThatAreRefused_countForTheBreaker() {
    store.membership("fleet", 6);

    refuse();
    for (int i = 0; i < 2; i++) {
      clock.advance(LONGEST_PERIOD);
      refuse();
    }

    assertThat(heard.degradations()).isEqualTo(1);
  }

  @Test
  void closing_leavesOnceAndEndsHeartbeats() {
    RedisMembership membership = store.membership("fleet", 6);
    answer(7);

    membership.close();
    membership.close();
    int sent = link.sent.size();
    answer(2);
    clock.advance(Duration.ofMinutes(1));

    assertThat(sent).isEqualTo(2);
    assertThat(link.sent).hasSize(2);
    assertThat(membership.instances()).isEqualTo(7);
    assertThat(clock.pendingTasks()).isZero();
  }

  @Test
  void closingWhileAHeartbeatIsInFlight_endsHeartbeats() {
    RedisMembership membership = store.membership("fleet", 6);

    membership.close();
    link.sent.forEach(sent -> sent.complete(List.of(clock.micros(), 1L)));
    clock.advance(Duration.ofMinutes(1));

    assertThat(link.sent).hasSize(2);
  }

  @Test
  void closingTheStore_closesItsMemberships() {
    store.membership("fleet", 6);
    RedisMembership closed = store.membership("other", 6);
    closed.close();

    store.close();
    clock.advance(Duration.ofMinutes(1));

    assertThat(link.sent).hasSize(4);
  }

  @Test
  void storeThatIsClosed_hasNoMembership() {
    store.close();

    assertThatThrownBy(() -> store.membership("fleet", 6))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the limiter is closed");
    assertThat(link.sent).isEmpty();
  }

  @Test
  void wrongArguments_areNamed() {
    assertThatThrownBy(() -> store.membership("fleet", 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("assumed must be at least 1, was 0");
    assertThatThrownBy(() -> store.membership("\ud83d", 6))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fleet must be well-formed");
    assertThat(link.sent).isEmpty();
  }
}
