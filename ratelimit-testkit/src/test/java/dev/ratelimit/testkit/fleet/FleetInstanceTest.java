package dev.ratelimit.testkit.fleet;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.StoreBacked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FleetInstanceTest {

  private static final Duration LENGTH = ofMillis(500);

  private final List<String> ran = new ArrayList<>();

  private static Fleet one() {
    return Fleet.of(Limit.perHour(10)).instances(1).latency(ofMillis(3));
  }

  /** Every 10 ms the instance notes how long it has been running by its own clock. */
  private Fleet ticking() {
    return one()
        .limiter(
            backed -> {
              tick(backed, backed.timeSource().micros());
              return backed;
            });
  }

  private void tick(StoreBacked backed, long startMicros) {
    TimeSource time = backed.timeSource();
    time.schedule(
        ofMillis(10),
        () -> {
          ran.add((time.micros() - startMicros) / 1_000 + "");
          tick(backed, startMicros);
        });
  }

  @Test
  void pausedInstance_doesWhatIsDueWhenItIsResumed() {
    ticking().at(ofMillis(15), Event.pause(0)).at(ofMillis(33), Event.resume(0)).run(ofMillis(60));

    assertThat(ran).containsExactly("10", "33", "43", "53");
  }

  @Test
  void whatIsDueAtTheEnd_doesNotHappen() {
    ticking().run(ofMillis(20));

    assertThat(ran).containsExactly("10");
  }

  @Test
  void pausedInstance_missesWhatArrives() {
    FleetResult result =
        one()
            .at(ofMillis(15), Event.pause(0))
            .at(ofMillis(33), Event.resume(0))
            .traffic(Checks.atMillis(10, 15, 32, 33))
            .run(LENGTH);

    assertThat(result.total().missed()).isEqualTo(2);
    assertThat(result.total().offered()).isEqualTo(2);
    assertThat(result.admissions()).extracting(Admission::micros).containsExactly(13_000L, 36_000L);
  }

  @Test
  void replyToAPausedInstance_waitsAndIsInTime() {
    FleetResult result =
        one()
            .at(ofMillis(12), Event.pause(0))
            .at(ofMillis(300), Event.resume(0))
            .traffic(Checks.atMillis(10))
            .run(LENGTH);

    assertThat(result.total().failed()).isZero();
    assertThat(result.admissions()).extracting(Admission::micros).containsExactly(13_000L);
  }

  @Test
  void deadlineThatPassesInAPause_isFirstIfItWasFirst() {
    FleetResult result =
        one()
            .latency(ofMillis(30))
            .at(ofMillis(12), Event.pause(0))
            .at(ofMillis(300), Event.resume(0))
            .traffic(Checks.atMillis(10))
            .run(LENGTH);

    assertThat(result.total().failed()).isEqualTo(1);
  }

  @Test
  void instancePausedForGood_leavesItsChecksUnanswered() {
    FleetResult result =
        one().at(ofMillis(12), Event.pause(0)).traffic(Checks.atMillis(10)).run(LENGTH);

    assertThat(result.total().unanswered()).isEqualTo(1);
    assertThat(result.admissions()).isEmpty();
  }

  @Test
  void taskCalledOffByAnother_doesNotRunAfterAPause() {
    one()
        .limiter(
            backed -> {
              TimeSource time = backed.timeSource();
              var later = time.schedule(ofMillis(20), () -> ran.add("later"));
              time.schedule(ofMillis(10), () -> ran.add("called off " + later.cancel()));
              return backed;
            })
        .at(ofMillis(5), Event.pause(0))
        .at(ofMillis(40), Event.resume(0))
        .run(LENGTH);

    assertThat(ran).containsExactly("called off true");
  }

  @Test
  void killedInstance_doesNothingMore() {
    FleetResult result =
        ticking().at(ofMillis(25), Event.kill(0)).traffic(Checks.atMillis(24, 30)).run(LENGTH);

    assertThat(ran).containsExactly("10", "20");
    assertThat(result.total().offered()).isEqualTo(1);
    assertThat(result.total().unanswered()).isEqualTo(1);
    assertThat(result.total().missed()).isEqualTo(1);
  }

  @Test
  void requestOfAKilledInstance_stillReachesTheStore() {
    FleetResult result =
        Fleet.of(Limit.perHour(1))
            .instances(2)
            .latency(ofMillis(3))
            .at(ofMillis(11), Event.kill(0))
            .traffic(Checks.atMillis(10).and(List.of(new Arrival(20_000, 1, Traffic.KEY, 1))))
            .run(LENGTH);

    assertThat(result.instances().get(0).unanswered()).isEqualTo(1);
    assertThat(result.instances().get(1).denied()).isEqualTo(1);
  }

  @Test
  void restartedInstance_hasANewLimiter() {
    FleetResult result =
        ticking()
            .at(ofMillis(15), Event.kill(0))
            .at(ofMillis(45), Event.restart(0))
            .traffic(Checks.atMillis(14, 50))
            .run(ofMillis(66));

    assertThat(ran).containsExactly("10", "10", "20");
    assertThat(result.total().unanswered()).isEqualTo(1);
    assertThat(result.admissions()).extracting(Admission::micros).containsExactly(53_000L);
  }

  @Test
  void restartOfARunningInstance_killsItFirst() {
    ticking().at(ofMillis(15), Event.restart(0)).run(ofMillis(30));

    assertThat(ran).containsExactly("10", "10");
  }

  @Test
  void resumedAfterItsEnd_staysEnded() {
    ticking()
        .at(ofMillis(5), Event.pause(0))
        .at(ofMillis(15), Event.kill(0))
        .at(ofMillis(25), Event.resume(0))
        .run(LENGTH);

    assertThat(ran).isEmpty();
  }

  @Test
  void stoppedInstance_closesItsLimiter() {
    Fleet fleet =
        Fleet.of(Limit.perHour(100))
            .instances(1)
            .limiter(backed -> NaiveBatches.limiter(backed, 100))
            .traffic(Checks.atMillis(10));

    FleetResult stopped =
        fleet.foreign(Checks.atMillis(100)).at(ofMillis(50), Event.stop(0)).run(LENGTH);

    assertThat(stopped.total().admitted()).isEqualTo(1);
    assertThat(stopped.foreign().admitted()).isEqualTo(1);
  }

  @Test
  void stoppedWhilePausedOrKilled_doesNotCloseItsLimiter() {
    Fleet fleet =
        Fleet.of(Limit.perHour(100))
            .instances(1)
            .limiter(backed -> NaiveBatches.limiter(backed, 100))
            .traffic(Checks.atMillis(10))
            .foreign(Checks.atMillis(100))
            .at(ofMillis(40), Event.pause(0))
            .at(ofMillis(50), Event.stop(0))
            .at(ofMillis(60), Event.stop(0));

    FleetResult result = fleet.run(LENGTH);

    assertThat(result.foreign().denied()).isEqualTo(1);
  }

  @Test
  void checkThatFailsAsItsLimiterCloses_isUnanswered() {
    FleetResult result =
        one()
            .limiter(backed -> NaiveBatches.limiter(backed, 10))
            .at(ofMillis(11), Event.stop(0))
            .traffic(Checks.atMillis(10))
            .run(LENGTH);

    assertThat(result.total().unanswered()).isEqualTo(1);
    assertThat(result.total().failed()).isZero();
  }

  @Test
  void stoppedInstance_leavesItsChecksUnanswered() {
    FleetResult result =
        one().at(ofMillis(11), Event.stop(0)).traffic(Checks.atMillis(10, 20)).run(LENGTH);

    assertThat(result.total().unanswered()).isEqualTo(1);
    assertThat(result.total().missed()).isEqualTo(1);
  }
}
