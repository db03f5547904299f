package dev.ratelimit.benchmarks.compare.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.benchmarks.compare.Contestant;
import dev.ratelimit.benchmarks.compare.Effort;
import dev.ratelimit.benchmarks.compare.Measurement;
import dev.ratelimit.benchmarks.compare.Metric;
import dev.ratelimit.benchmarks.compare.Pair;
import dev.ratelimit.benchmarks.compare.Reach;
import dev.ratelimit.benchmarks.compare.Row;
import dev.ratelimit.benchmarks.compare.RowResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublicationTest {

  private static final List<String> ROWS = List.of("first", "second");

  private static final Growth GROWTH =
      new Growth(
          "size",
          "Cost by size",
          "size",
          List.of(
              new Curve(
                  "line",
                  List.of(
                      new Curve.Point(10, row("small")), new Curve.Point(1_000, row("large"))))));

  @TempDir private Path directory;

  @Test
  void rowsMeasuredLater_replaceTheirOwnAndLeaveTheOthers() throws IOException {
    Publication publication = new Publication(directory, List.of(GROWTH));
    publication.add(report("monday", result("second", 1, 2), result("dropped", 1, 2)), ROWS);

    publication.add(report("tuesday", result("first", 1, 4)), ROWS);

    assertThat(published().outcomes()).extracting(Outcome::row).containsExactly("first", "second");
    assertThat(published().runs()).containsExactly("tuesday", "monday");
    assertThat(page())
        .contains("Measured monday:")
        .contains("| first | 0.25 | 0.25..0.25 | <= 0.40 | <= 0.20 | yes | 1.000 ns | 4.000 ns |")
        .contains("| second | 0.50 | 0.50..0.50 | <= 0.40 | <= 0.20 | NO | 1.000 ns | 2.000 ns |");
  }

  @Test
  void sameRowMeasuredAgain_hasTheNewFigureOnly() throws IOException {
    Publication publication = new Publication(directory, List.of(GROWTH));
    publication.add(report("monday", result("first", 1, 2)), ROWS);

    publication.add(report("tuesday", result("first", 1, 5)), ROWS);

    assertThat(published().outcomes()).extracting(Outcome::ratio).containsExactly(0.2);
  }

  @Test
  void bars_goRightWhereItIsReachedAndLeftWhereItIsNot() throws IOException {
    new Publication(directory, List.of(GROWTH))
        .add(report("monday", result("first", 1, 25), result("second", 4, 1)), ROWS);

    String picture = Files.readString(directory.resolve("benchmarks.svg"));

    assertThat(picture) // reach at 720, 120 a decade: 0.4 / 0.04 is one decade, 0.4 / 4 minus one
        .contains("first: 0.040</text>\n<rect x=\"720.0\" y=\"20\" width=\"120.0\"")
        .contains("second: 4.00</text>\n<rect x=\"600.0\" y=\"40\" width=\"120.0\"");
  }

  @Test
  void growth_isDrawnOnLogarithmicScalesAndShownOnThePage() throws IOException {
    new Publication(directory, List.of(GROWTH))
        .add(
            report("monday", result("small", 2, 1), result("large", 20, 1)),
            List.of("small", "large"));

    String picture = Files.readString(directory.resolve("benchmarks/size.svg"));

    assertThat(picture) // from 70 to 630 across; upwards from 340 to 40 for the decades 1 to 100
        .contains("points=\"70.0,294.8 630.0,144.8\"") // log 2 is 0.301, log 20 is 1.301
        .contains(">20.00</text>");
    assertThat(page()).contains("![Cost by size](benchmarks/size.svg)");
  }

  @Test
  void growthOfWhichNothingWasMeasured_isNotShown() throws IOException {
    new Publication(directory, List.of(GROWTH)).add(report("monday", result("first", 1, 2)), ROWS);

    assertThat(directory.resolve("benchmarks/size.svg")).doesNotExist();
    assertThat(page()).doesNotContain("size.svg");
  }

  private String page() throws IOException {
    return Files.readString(directory.resolve("benchmarks.md"));
  }

  private Report published() throws IOException {
    return Report.read(Files.readString(directory.resolve("benchmarks.json")));
  }

  private static Report report(String run, RowResult... results) {
    return Report.of(List.of(results), run);
  }

  private static RowResult result(String name, double ours, double peer) {
    Pair pair = new Pair(new Named("ours"), new Named("peer"));
    return new RowResult(
        new Row(name, Metric.CPU, pair, Reach.atMost(0.4).aimingAt(0.2)),
        List.of(ours),
        List.of(peer));
  }

  private static Row row(String name) {
    Pair pair = new Pair(new Named("ours"), new Named("peer"));
    return new Row(name, Metric.CPU, pair, Reach.atMost(0.4).aimingAt(0.2));
  }

  private record Named(String label) implements Contestant {

    @Override
    public Measurement measure(Effort effort) {
      throw new AssertionError("nothing is measured here");
    }
  }
}
