package dev.ratelimit.examples.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConformanceTest {

  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    return Conformance.run(
        List.of(args),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private void file(String name, String remaining) throws IOException {
    Files.writeString(
        directory.resolve(name),
        """
        {"id":"a","limit":{"type":"token_bucket","permits":1,"period_us":10,"burst":2},"steps":[\
        {"op":"check","t_us":1700000000000000,"cost":1,"allowed":true,"remaining":%s}]}
        """
            .formatted(remaining));
  }

  private static List<String> words(String line) {
    return List.of(line.trim().split(" +"));
  }

  @Test
  void bundledFiles_areAllRight() {
    assertThat(run()).isEqualTo(Conformance.RIGHT);

    String text = out.toString(StandardCharsets.UTF_8);
    assertThat(text).contains("leases-clock-regress.jsonl").endsWith(" steps run, 0 wrong\n");
    assertThat(err.size()).isZero();
  }

  @Test
  void directory_isRunAgainstEveryBackend() throws IOException {
    file("mine.jsonl", "1");

    assertThat(run(directory.toString())).isEqualTo(Conformance.RIGHT);

    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(words(lines.get(1))).containsExactly("core", "mine.jsonl", "1", "1", "0", "0");
    assertThat(words(lines.get(2))).containsExactly("local", "mine.jsonl", "1", "1", "0", "0");
    assertThat(words(lines.get(3))).containsExactly("redis", "mine.jsonl", "1", "1", "0", "0");
    assertThat(lines.get(4)).isEqualTo("3 steps run, 0 wrong");
  }

  @Test
  void wrongStep_isToldAndFails() throws IOException {
    file("mine.jsonl", "0");

    assertThat(run(directory.toString())).isEqualTo(Conformance.WRONG);

    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("a step 0 (check): remaining expected 0, was 1")
        .endsWith("3 steps run, 3 wrong\n");
  }

  @Test
  void nothingToRun_fails() {
    assertThat(run(directory.toString())).isEqualTo(Conformance.WRONG);

    assertThat(out.toString(StandardCharsets.UTF_8)).endsWith("0 steps run, 0 wrong\n");
  }

  @Test
  void whatCannotBeRead_isAUsageError() throws IOException {
    assertThat(run(directory.resolve("none").toString())).isEqualTo(Conformance.USAGE_ERROR);
    assertThat(run("--other")).isEqualTo(Conformance.USAGE_ERROR);
    assertThat(run("a", "b")).isEqualTo(Conformance.USAGE_ERROR);

    file("broken.jsonl", "}");
    assertThat(run(directory.toString())).isEqualTo(Conformance.USAGE_ERROR);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("broken.jsonl line 1");
  }

  @Test
  void help_isPrinted() {
    assertThat(run("--help")).isEqualTo(Conformance.RIGHT);

    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(Conformance.USAGE);
  }
}
