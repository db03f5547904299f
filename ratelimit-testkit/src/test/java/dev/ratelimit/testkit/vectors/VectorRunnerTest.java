package dev.ratelimit.testkit.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.testkit.SimulatedStore;
import dev.ratelimit.testkit.vectors.VectorReport.Counts;
import dev.ratelimit.testkit.vectors.VectorReport.Difference;
import dev.ratelimit.testkit.vectors.VectorReport.Difference.Place;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VectorRunnerTest {

  private static final String BUCKET =
      "{'type':'token_bucket','permits':1,'period_us':10,'burst':2}";
  private static final String WINDOW = "{'type':'fixed_window','limit':1,'window_us':9}";
  private static final String TAKES_ONE =
      "{'op':'check','t_us':100,'cost':1,'allowed':true,'retry_after_us':0,"
          + "'limit':2,'remaining':1,'reset_after_us':10}";
  private static final String TAKES_TWO_TOO_SOON =
      "{'op':'check','t_us':103,'cost':2,'allowed':false,'retry_after_us':7,"
          + "'limit':2,'remaining':1,'reset_after_us':7}";
  private static final String LEASES_NONE =
      "{'op':'grant','t_us':104,'want':0,'granted':0,'generation':0,'slot':104}";
  private static final String STEPS_BACK = "{'op':'peek','t_us':99,'cost':0,'allowed':true}";

  private static final VectorTarget PLAIN = target(WrongStore.Fault.NONE);

  private static VectorTarget target(WrongStore.Fault fault) {
    return VectorTarget.of("plain", micros -> TimedStore.of(new WrongStore(fault)))
        .withLimits(LimitKind.TOKEN_BUCKET);
  }

  private static String scenario(String id, String limit, String... steps) {
    return "{'id':'%s','limit':%s,'steps':[%s]}".formatted(id, limit, String.join(",", steps));
  }

  private static VectorFile file(String... scenarios) {
    return VectorFile.parse(
        "own.jsonl", Arrays.stream(scenarios).map(line -> line.replace('\'', '"')).toList());
  }

  @Test
  void rightStore_isRight() {
    VectorFile file = file(scenario("a", BUCKET, TAKES_ONE, TAKES_TWO_TOO_SOON));

    VectorReport report = VectorRunner.over(PLAIN).run(file);

    assertThat(report)
        .isEqualTo(
            new VectorReport("plain", "own.jsonl", new Counts(1, 2, 0, Map.of()), List.of()));
    assertThatCode(report::assertRight).doesNotThrowAnyException();
  }

  @Test
  void wrongStore_isToldFieldByField() {
    VectorFile file = file(scenario("a", BUCKET, TAKES_ONE, TAKES_TWO_TOO_SOON));

    VectorReport report =
        VectorRunner.over(target(WrongStore.Fault.RETRIES_A_MICROSECOND_EARLY)).run(file);

    assertThat(report.counts()).isEqualTo(new Counts(1, 2, 1, Map.of()));
    assertThat(report.differences())
        .containsExactly(new Difference(new Place("a", 1, "check"), "retry_after_us", "7", "6"));
    assertThatThrownBy(report::assertRight)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("plain own.jsonl: 1 of 2 steps wrong in 1 scenarios")
        .hasMessageContaining("a step 1 (check): retry_after_us expected 7, was 6");
  }

  @Test
  void storeThatThrows_isWrongAndTheNextStepIsRun() {
    VectorFile file = file(scenario("a", BUCKET, TAKES_ONE, TAKES_TWO_TOO_SOON));

    VectorReport report = VectorRunner.over(target(WrongStore.Fault.THROWS)).run(file);

    assertThat(report.counts()).isEqualTo(new Counts(1, 2, 2, Map.of()));
    assertThat(report.differences().get(0))
        .isEqualTo(
            new Difference(
                new Place("a", 0, "check"),
                "exception",
                "none",
                "java.lang.IllegalStateException: broken"));
  }

  @Test
  void fieldThatNoAnswerHas_isWrong() {
    String step = "{'op':'check','t_us':100,'cost':1,'alowed':true}";

    VectorReport report = VectorRunner.over(PLAIN).run(file(scenario("a", BUCKET, step)));

    assertThat(report.differences())
        .containsExactly(new Difference(new Place("a", 0, "check"), "alowed", "true", "null"));
  }

  @Test
  void changeOfTheLimit_isNoStepAndHoldsFromThereOn() {
    String change =
        "{'op':'reconfigure','t_us':100,'limit':%s}".formatted(BUCKET.replace("2}", "4}"));
    String peek = "{'op':'peek','t_us':100,'cost':1,'limit':4,'remaining':2}";

    VectorReport report =
        VectorRunner.over(PLAIN).run(file(scenario("a", BUCKET, TAKES_ONE, change, peek)));

    assertThat(report.counts()).isEqualTo(new Counts(1, 2, 0, Map.of()));
  }

  @Test
  void whatConcernsTheTargetNot_isLeftOutWithItsReason() {
    VectorFile file =
        file(
            scenario("a", BUCKET, TAKES_ONE),
            scenario("b", WINDOW, TAKES_ONE),
            scenario("c", BUCKET, TAKES_ONE, LEASES_NONE),
            scenario("d", BUCKET, TAKES_ONE, STEPS_BACK),
            scenario("e", BUCKET, TAKES_ONE, LEASES_NONE, STEPS_BACK));

    VectorReport report = VectorRunner.over(PLAIN).run(file);

    assertThat(report.counts().leftOut())
        .containsOnly(
            Map.entry("limit fixed_window", 1),
            Map.entry("leases", 1),
            Map.entry("clock runs backwards", 1),
            Map.entry("leases, clock runs backwards", 1));
    assertThat(report.counts().scenariosLeftOut()).isEqualTo(4);
    assertThat(report.counts().scenarios()).isEqualTo(1);
  }

  @Test
  void ableTarget_runsThemToo() {
    VectorTarget able =
        VectorTarget.of("able", micros -> TimedStore.of(new SimulatedStore()))
            .withLeases()
            .withClockBackwards()
            .withLimits(LimitKind.TOKEN_BUCKET);

    VectorReport report =
        VectorRunner.over(able)
            .run(file(scenario("a", BUCKET, TAKES_ONE, LEASES_NONE, STEPS_BACK)));

    assertThat(report.counts()).isEqualTo(new Counts(1, 3, 0, Map.of()));
  }

  @Test
  void nothingRun_isNotRight() {
    VectorReport report = VectorRunner.over(PLAIN).run(file(scenario("b", WINDOW, TAKES_ONE)));

    assertThatThrownBy(report::assertRight)
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "plain own.jsonl: 0 of 0 steps wrong in 0 scenarios,"
                + " left out {limit fixed_window=1}");
  }

  @Test
  void clockOfTheStore_isSetBeforeEachStep() {
    List<String> told = new ArrayList<>();
    VectorTarget target =
        VectorTarget.of(
            "timed",
            start -> {
              told.add("opened at " + start);
              return new TimedStore(
                  new SimulatedStore(),
                  micros -> told.add("" + micros),
                  () -> told.add("released"));
            });

    VectorRunner.over(target).run(file(scenario("a", BUCKET, TAKES_ONE, TAKES_TWO_TOO_SOON)));

    assertThat(told).containsExactly("opened at 100", "100", "103", "released");
  }

  @Test
  void storeThatIsKeptOpen_servesAllScenarios() {
    WrongStore store = new WrongStore(WrongStore.Fault.NONE);
    VectorFile file = file(scenario("a", BUCKET, TAKES_ONE), scenario("b", BUCKET, TAKES_ONE));

    VectorRunner.over(VectorTarget.of("kept", micros -> TimedStore.of(store).keptOpen()))
        .run(file)
        .assertRight();
    assertThat(store.closings()).isZero();

    VectorRunner.over(VectorTarget.of("closed", micros -> TimedStore.of(store))).run(file);
    assertThat(store.closings()).isEqualTo(2);
  }

  @Test
  void leasesOverAStoreWithoutThem_areRefused() {
    VectorRunner runner = VectorRunner.over(PLAIN.withLeases());
    VectorFile file = file(scenario("a", BUCKET, TAKES_ONE));

    assertThatThrownBy(() -> runner.run(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("store must be a LeasingStore to run with leases, was ");
  }
}
