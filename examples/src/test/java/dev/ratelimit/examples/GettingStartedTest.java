package dev.ratelimit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.examples.export.Exports;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What {@code docs/getting-started.md} says is printed, is printed. */
class GettingStartedTest {

  private static final Path PAGE = Documents.ROOT.resolve("docs/getting-started.md");

  @Test
  void exports_printWhatThePageShows() {
    List<CodeBlock> shown =
        CodeBlock.ofMarkdown("text", Documents.name(PAGE), Documents.text(PAGE));
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      Exports.main(new String[0]);
    } finally {
      System.setOut(before);
    }

    assertThat(shown).hasSize(1);
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .isEqualToNormalizingNewlines(shown.get(0).code());
  }
}
