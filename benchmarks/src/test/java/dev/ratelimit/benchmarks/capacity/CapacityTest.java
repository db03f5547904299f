package dev.ratelimit.benchmarks.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.benchmarks.compare.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CapacityTest {

  private static final Path DOCS = Path.of("..", "docs");

  @Test
  void publishedPage_isReckonedFromThePublishedFigures() throws IOException {
    Report published = Report.read(Files.readString(DOCS.resolve("benchmarks.json")));

    assertThat(Capacity.page(published)).contains(Files.readString(DOCS.resolve("capacity.md")));
  }

  /** Each check 5 REF of 2,000 ns, each key 200 B, and 5 B each way. */
  @Test
  void servers_areWhatTheLoadTakesOfCoresAndMemory() {
    String page =
        Capacity.page(everyRatio("5", "single check, received by the server", "200")).orElseThrow();

    assertThat(page)
        .contains(
            "| 1,000,000 | strict, 64 keys a call, 64 calls a packet | 1,000,000 * 5 * 2,000 / 10^9 = 10 |")
        .contains("| 5, 5 | 10 / 0.5, so **20** |")
        .contains("| 10,000,000 | 10,000,000 * 5 B = 50 MB |");
  }

  @Test
  void network_decidesWhereItIsScarcer() {
    String page =
        Capacity.page(everyRatio("0.001", "single check, received by the server", "125"))
            .orElseThrow();

    assertThat(page)
        .contains("| 1,250, 0.01 | 0.02 / 0.5, so **20** for the network |")
        .contains(
            "| strict, one check a call, 64 calls a packet | 1,600,000 | 1, - | 2, network | 20, network |");
  }

  @Test
  void pageOfWhichARowIsMissing_isNotWritten() {
    assertThat(Capacity.page(Report.read("[]"))).isEmpty();
  }

  private static Report everyRatio(String ratio, String otherRow, String otherRatio) {
    return Report.read(
        Capacity.rows()
            .distinct()
            .map(row -> outcome(row, row.equals(otherRow) ? otherRatio : ratio))
            .collect(Collectors.joining(",", "[", "]")));
  }

  private static String outcome(String row, String ratio) {
    return """
        {"row": "%s", "ratio": %s, "peer": 2000, "spread": [], "run": "here"}
        """
        .formatted(row, ratio);
  }
}
