package dev.ratelimit.redis.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.testkit.FakeClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeadlinesTest {

  private final FakeClock clock = FakeClock.atEpoch();
  private final List<Call> expired = new ArrayList<>();
  private final Deadlines deadlines = new Deadlines(clock, this::expire);

  private void expire(Call call) {
    expired.add(call);
    deadlines.ended(call);
  }

  private Call watched(long millis) {
    Call call = new Call(clock.micros(), 1, Duration.ofMillis(millis), null);
    deadlines.watch(call);
    return call;
  }

  @Test
  void callsThatAreOpen_endEachAtItsDeadline() {
    Call late = watched(50);
    Call early = watched(20);
    clock.advanceMicros(1);
    Call later = watched(50);

    clock.advanceMicros(19_998);
    assertThat(expired).isEmpty();
    clock.advanceMicros(1);
    assertThat(expired).containsExactly(early);
    clock.advance(Duration.ofMillis(30));
    assertThat(expired).containsExactly(early, late);
    clock.advanceMicros(1);

    assertThat(expired).containsExactly(early, late, later);
    assertThat(clock.pendingTasks()).isZero();
  }

  @Test
  void manyCallsInARow_areWatchedByOneTask() {
    for (int i = 0; i < 1_000; i++) {
      deadlines.ended(watched(50));
      clock.advanceMicros(10);
    }

    assertThat(clock.pendingTasks()).isEqualTo(1);
    Call open = watched(50);
    clock.advance(Duration.ofMillis(50));
    assertThat(expired).containsExactly(open);
    assertThat(clock.pendingTasks()).isZero();
  }

  @Test
  void closing_leavesNoTaskOnceAllHaveEnded() {
    Call open = watched(50);
    deadlines.ended(watched(50));

    deadlines.close();
    assertThat(clock.pendingTasks()).isEqualTo(1);
    deadlines.ended(open);

    assertThat(clock.pendingTasks()).isZero();
  }
}
