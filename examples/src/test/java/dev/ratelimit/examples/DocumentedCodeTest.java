package dev.ratelimit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All Java that the documents and the Javadoc show is run by a test of this package. */
class DocumentedCodeTest {

  private static final Path ROOT = root();
  private static final Path TESTS = ROOT.resolve("examples/src/test/java/dev/ratelimit/examples");
  private static final Pattern BEGIN = Pattern.compile("```java|<pre>\\{@code");

  static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(directory.resolve("ratelimit-api"))) {
      directory = directory.getParent();
    }
    return directory;
  }

  static Stream<CodeBlock> inDocuments() {
    return documents().flatMap(file -> CodeBlock.ofMarkdown(name(file), text(file)).stream());
  }

  static Stream<CodeBlock> inJavadoc() {
    return mainSources().flatMap(file -> CodeBlock.ofJavadoc(name(file), text(file)).stream());
  }

  @ParameterizedTest
  @MethodSource({"inDocuments", "inJavadoc"})
  void shownCode_isRunByATest(CodeBlock block) {
    Stream<String> tests = files(TESTS, ".java").map(DocumentedCodeTest::text);

    assertThat(tests.anyMatch(block::standsIn))
        .as("some test in examples holds, in order, the lines of %s:%n%s", block, block.code())
        .isTrue();
  }

  @Test
  void everyBeginningOfABlock_isThatOfABlockFound() {
    long begun =
        Stream.concat(documents(), mainSources())
            .mapToLong(file -> BEGIN.matcher(text(file)).results().count())
            .sum();

    assertThat(inDocuments()).isNotEmpty();
    assertThat(inJavadoc()).isNotEmpty();
    assertThat(Stream.concat(inDocuments(), inJavadoc())).hasSize(Math.toIntExact(begun));
  }

  private static Stream<Path> documents() {
    return Stream.concat(
        list(ROOT).filter(path -> path.toString().endsWith(".md")),
        files(ROOT.resolve("docs"), ".md"));
  }

  private static Stream<Path> mainSources() {
    return list(ROOT)
        .filter(path -> path.getFileName().toString().startsWith("ratelimit-"))
        .map(module -> module.resolve("src/main/java"))
        .filter(Files::isDirectory)
        .flatMap(sources -> files(sources, ".java"));
  }

  private static Stream<Path> list(Path directory) {
    try (Stream<Path> children = Files.list(directory)) {
      return children.sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Path> files(Path directory, String ending) {
    try (Stream<Path> tree = Files.walk(directory)) {
      return tree.filter(path -> path.toString().endsWith(ending)).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(Path file) {
    return ROOT.relativize(file).toString();
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
