package dev.ratelimit.examples.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChaosTest {

  private static final long MOST_UNCERTAIN = 5;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    return Chaos.run(List.of(args), stream(out), stream(err));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static Row row(
      long escaped, long uncertain, long doubled, long lost, boolean healed, boolean mayLose) {
    return new Row(
        "fault",
        "limiter",
        9,
        1,
        1,
        0,
        0,
        escaped,
        uncertain,
        MOST_UNCERTAIN,
        doubled,
        lost,
        healed,
        mayLose);
  }

  @Test
  void unknownFault_isAUsageErrorThatNamesTheKnownOnes() {
    assertThat(run("slot-migration", "rain")).isEqualTo(Chaos.USAGE_ERROR);

    assertThat(err.toString(StandardCharsets.UTF_8)).contains("sentinel-failover", "was rain");
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void help_namesEveryFault() {
    assertThat(run("--help")).isEqualTo(Chaos.KEPT);

    for (Fault fault : Fault.values()) {
      assertThat(out.toString(StandardCharsets.UTF_8)).contains(fault.toString());
    }
  }

  @Test
  void promises_areEachJudged() {
    assertThat(row(0, MOST_UNCERTAIN, 0, 0, true, false).isKept()).isTrue();
    assertThat(row(0, 0, 0, 7, true, true).isKept()).isTrue();

    assertThat(row(1, 0, 0, 0, true, false).isKept()).isFalse();
    assertThat(row(0, MOST_UNCERTAIN + 1, 0, 0, true, false).isKept()).isFalse();
    assertThat(row(0, 0, 1, 0, true, false).isKept()).isFalse();
    assertThat(row(0, 0, 0, 7, true, false).isKept()).isFalse();
    assertThat(row(0, 0, 0, 0, false, false).isKept()).isFalse();
  }
}
