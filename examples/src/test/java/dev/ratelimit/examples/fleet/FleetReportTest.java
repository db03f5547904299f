package dev.ratelimit.examples.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.testkit.fleet.Fleet;
import dev.ratelimit.testkit.fleet.FleetResult;
import dev.ratelimit.testkit.fleet.Shape;
import dev.ratelimit.testkit.fleet.Traffic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetReportTest {

  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    return FleetReport.run(List.of(args), stream(out), stream(err));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void everyShape_hasARow() {
    assertThat(run("--seeds", "1")).isEqualTo(FleetReport.KEPT);

    List<String> lines = text(out).lines().toList();
    assertThat(lines).hasSize(1 + Shape.values().length);
    assertThat(lines.get(0)).startsWith("shape ").endsWith(" admitted");
    assertThat(lines.get(1)).startsWith("even-below ").contains(" 100.0 % ");
    assertThat(text(err)).isEmpty();
  }

  @Test
  void oneShape_isWrittenAsJsonToo() throws IOException {
    Path file = directory.resolve("fleet.json");

    assertThat(run("--shape", "surge", "--seeds", "2", "--json", file.toString()))
        .isEqualTo(FleetReport.KEPT);

    assertThat(Files.readString(file))
        .startsWith("[{\"shape\":\"surge\",\"seeds\":2,\"used\":")
        .endsWith("}]\n");
  }

  @Test
  void row_isOfTheWorstSeed() {
    FleetResult better = result(0);
    FleetResult worse = result(0.5);

    Row row = Row.of("mine", List.of(better, worse, better));

    assertThat(worse.utilisation()).isLessThan(better.utilisation());
    assertThat(row.seeds()).isEqualTo(3);
    assertThat(row.used()).isEqualTo(worse.utilisation());
    assertThat(row.worstServed()).isEqualTo(worse.worstServed());
    assertThat(row.granted()).isEqualTo(worse.total().granted());
    assertThat(row.largestStretch()).isEqualTo(better.largestStretch());
    assertThat(row.atOnce()).isEqualTo(Row.of("worse", List.of(worse)).atOnce());
    assertThat(row.callsPerSecond()).isEqualTo(better.callsPerSecond());
    assertThat(row.isWithinBound()).isTrue();
  }

  private static FleetResult result(double loss) {
    return Fleet.of(Limit.perSecond(100))
        .loss(loss)
        .traffic(Traffic.even(80))
        .run(Duration.ofSeconds(5));
  }

  @Test
  void exceededBound_isSaid() {
    new Row("mine", 1, 1, 1, 5, 1.001, 0.5, 7).print(stream(out));

    assertThat(text(out).trim().split(" +"))
        .containsExactly(
            "mine", "100.0", "%", "100.0", "%", "5", "100.1", "%", "EXCEEDED", "50.0", "%", "7");
  }

  @Test
  void wrongArguments_areAUsageError() {
    assertThat(run("--seeds", "0")).isEqualTo(FleetReport.USAGE_ERROR);
    assertThat(run("--seeds", "many")).isEqualTo(FleetReport.USAGE_ERROR);
    assertThat(run("--shape", "round")).isEqualTo(FleetReport.USAGE_ERROR);
    assertThat(run("--json")).isEqualTo(FleetReport.USAGE_ERROR);
    assertThat(run("--other")).isEqualTo(FleetReport.USAGE_ERROR);

    assertThat(text(err))
        .contains("--seeds must be from 1 to 10000, was 0")
        .contains("--shape must be one of even-below, ")
        .contains("--json needs a value")
        .contains("unknown option --other");
    assertThat(text(out)).isEmpty();
  }

  @Test
  void optionsThatDoNotGoTogether_areAUsageError() {
    assertThat(run("--at", "redis://127.0.0.1")).isEqualTo(FleetReport.USAGE_ERROR);
    assertThat(run("--seconds", "1")).isEqualTo(FleetReport.USAGE_ERROR);
    assertThat(run("--redis", "--strict")).isEqualTo(FleetReport.USAGE_ERROR);
    assertThat(run("--redis", "--shape", "surge")).isEqualTo(FleetReport.USAGE_ERROR);

    assertThat(text(err))
        .contains("--at and --seconds go only with --redis")
        .contains("--seeds, --shape and --strict go only without --redis");
    assertThat(text(out)).isEmpty();
  }

  @Test
  void fileThatCannotBeWritten_isAUsageError() {
    Path file = directory.resolve("none").resolve("fleet.json");

    assertThat(run("--shape", "surge", "--seeds", "1", "--json", file.toString()))
        .isEqualTo(FleetReport.USAGE_ERROR);
    assertThat(text(err)).startsWith("cannot write ");
  }

  @Test
  void help_isPrinted() {
    assertThat(run("--help")).isEqualTo(FleetReport.KEPT);

    assertThat(text(out)).isEqualTo(Options.USAGE).contains("rotating-slowly");
  }
}
