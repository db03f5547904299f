package dev.ratelimit.examples.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.examples.chaos.scene.Fault;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  @Test
  void unknownFault_isAUsageErrorThatNamesTheKnownOnes() {
    assertThat(run("slot-migration", "rain")).isEqualTo(Chaos.USAGE_ERROR);

    assertThat(err.toString(StandardCharsets.UTF_8)).contains("sentinel-failover", "was rain");
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void fileThatIsNotNamed_isAUsageError() {
    assertThat(run("kill", "--json")).isEqualTo(Chaos.USAGE_ERROR);

    assertThat(run("kill", "--json", "--report", "page.md")).isEqualTo(Chaos.USAGE_ERROR);

    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("--json must be followed by a FILE", "--json must be followed by a FILE");
  }

  @Test
  void fileThatCannotBeWritten_isFoundBeforeAnythingIsRun(@TempDir Path directory) {
    Path nowhere = directory.resolve("missing").resolve("page.md");

    assertThat(run("kill", "--report", nowhere.toString())).isEqualTo(Chaos.USAGE_ERROR);

    assertThat(err.toString(StandardCharsets.UTF_8)).contains("cannot write " + nowhere);
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
  void promisesAboutCharges_areEachJudged() {
    assertThat(new Charges(MOST_UNCERTAIN, MOST_UNCERTAIN, 0, 0, 0, false).areKept()).isTrue();
    assertThat(new Charges(0, MOST_UNCERTAIN, 0, 0, 7, true).areKept()).isTrue();

    assertThat(new Charges(MOST_UNCERTAIN + 1, MOST_UNCERTAIN, 0, 0, 0, true).areKept()).isFalse();
    assertThat(new Charges(0, MOST_UNCERTAIN, 1, 0, 0, true).areKept()).isFalse();
    assertThat(new Charges(0, MOST_UNCERTAIN, 0, 1, 0, true).areKept()).isFalse();
    assertThat(new Charges(0, MOST_UNCERTAIN, 0, 0, 7, false).areKept()).isFalse();
  }

  @Test
  void moreThanTheBound_isNotKept() {
    assertThat(new Admitted(10, 10).isKept()).isTrue();
    assertThat(new Admitted(11, 10).isKept()).isFalse();
  }

  @Test
  void threadsThatAreLeft_breakAPromise() {
    Footprint few = new Footprint(5, 0);
    Footprint more = new Footprint(6, 0);

    assertThat(outcome(few, few).isKept()).isTrue();
    assertThat(outcome(few, more).isKept()).isFalse();
  }

  private static Outcome outcome(Footprint before, Footprint after) {
    return new Outcome(Fault.KILL, List.of(), before, after, Optional.empty());
  }

  @Test
  void faultThatCannotBeMade_isNotRunAndSaysWhy() {
    Outcome outcome = Outcome.notRun(Fault.CLOCK_ON, "there is no gcc");

    assertThat(outcome.isKept()).isTrue();
    assertThat(outcome.cells())
        .containsExactly(Map.of("fault", "clock-on", "verdict", "not run: there is no gcc"));
    assertThat(Table.line(outcome.cells().get(0)))
        .isEqualTo("clock-on           not run: there is no gcc");
  }

  @Test
  void tableOfMarkdown_hasEveryColumnOfAnyRow() {
    Table table = new Table(List.of(Map.of("a", 1), Map.of("b", "x")));

    assertThat(table.markdown()).isEqualTo("| a | b |\n| --- | --- |\n| 1 |  |\n|  | x |\n");
    assertThat(table.json()).contains("\"a\": 1", "\"b\": \"x\"");
  }
}
