package dev.ratelimit.examples.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.examples.chaos.scene.Fault;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What is promised under each fault that one server can suffer, by counts of checks: those that
 * take several servers take time, and those that move a clock a compiler.
 */
class ChaosIT {

  private static Outcome keptOutcomeOf(Fault fault) {
    Outcome outcome = Trial.of(fault, Manner.COUNTED);

    assertThat(outcome.rows()).hasSize(3).allMatch(Row::isKept, "is kept");
    assertThat(outcome.cells()).allMatch(row -> figure(row, "checks") > 0, "has checks");
    return outcome;
  }

  private static long figure(Map<String, Object> row, String name) {
    return (long) row.get(name);
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "SCRIPT_FLUSH"})
  void whatIsNoFault_breaksNoPromiseAndLosesNothing(Fault fault) {
    Outcome outcome = keptOutcomeOf(fault);

    assertThat(figure(outcome.cells().get(0), "lost")).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"FLUSHALL", "EVICTION"})
  void keysThatAreForgotten_breakNoPromise(Fault fault) {
    Outcome outcome = keptOutcomeOf(fault);

    assertThat(figure(outcome.cells().get(0), "lost")).isPositive();
  }

  @ParameterizedTest
  @EnumSource(names = {"CUT", "LATENCY", "FLAPPING"})
  void disturbance_breaksNoPromise(Fault fault) {
    Outcome outcome = keptOutcomeOf(fault);

    assertThat(figure(outcome.cells().get(0), "told")).isPositive();
    assertThat(figure(outcome.cells().get(1), "fallback")).isPositive();
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "KILL",
        "HANG",
        "BLACKHOLE",
        "OUT_OF_MEMORY",
        "BUSY",
        "CLIENT_PAUSE",
        "READONLY",
        "ABSENT"
      })
  void outage_breaksNoPromiseAndIsAnsweredByTheFallback(Fault fault) {
    Outcome outcome = keptOutcomeOf(fault);

    assertThat(figure(outcome.cells().get(0), "told")).isPositive();
    assertThat(figure(outcome.cells().get(1), "fallback")).isPositive();
    assertThat(figure(outcome.cells().get(2), "fallback")).isPositive();
    assertThat(outcome.cells()).allMatch(row -> figure(row, "probes") > 0, "has probes");
  }
}
