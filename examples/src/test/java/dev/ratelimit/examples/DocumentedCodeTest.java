package dev.ratelimit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All Java that the documents and the Javadoc show is run by a test: of this module, or, where it
 * shows other libraries, of the benchmarks. A whole class may also be one of the small examples.
 */
class DocumentedCodeTest {

  private static final List<Path> TESTS =
      List.of(
          Documents.ROOT.resolve("examples/src/test/java/dev/ratelimit/examples"),
          Documents.ROOT.resolve("benchmarks/src/test/java/dev/ratelimit/benchmarks/migration"));
  private static final List<Path> EXAMPLES =
      Stream.of("export", "login", "mail")
          .map(
              name ->
                  Documents.ROOT.resolve("examples/src/main/java/dev/ratelimit/examples/" + name))
          .toList();

  /** What the pages show. Each language has a test of its own; pictures in text have none. */
  private static final Set<String> LANGUAGES =
      Set.of("", "java", "lua", "sh", "text", "xml", "yaml");

  private static final Pattern BEGIN = Pattern.compile("```java|<pre>\\{@code");
  private static final Pattern FENCE = Pattern.compile("(?m)^[ \\t]*```(\\S*)");

  static Stream<CodeBlock> inDocuments() {
    return Documents.shown("java");
  }

  static Stream<CodeBlock> inJavadoc() {
    return mainSources()
        .flatMap(file -> CodeBlock.ofJavadoc(Documents.name(file), Documents.text(file)).stream());
  }

  @ParameterizedTest
  @MethodSource({"inDocuments", "inJavadoc"})
  void shownCode_isRunByATest(CodeBlock block) {
    List<Path> places = block.isClass() ? concat(TESTS, EXAMPLES) : TESTS;
    Stream<String> sources =
        places.stream().flatMap(place -> Documents.files(place, ".java")).map(Documents::text);

    assertThat(sources.anyMatch(block::standsIn))
        .as("some test holds, in order, the lines of %s:%n%s", block, block.code())
        .isTrue();
  }

  @Test
  void everyBeginningOfABlock_isThatOfABlockFound() {
    long begun =
        Stream.concat(Documents.pages(), mainSources())
            .mapToLong(file -> BEGIN.matcher(Documents.text(file)).results().count())
            .sum();

    assertThat(inDocuments()).isNotEmpty();
    assertThat(inJavadoc()).isNotEmpty();
    assertThat(Stream.concat(inDocuments(), inJavadoc())).hasSize(Math.toIntExact(begun));
  }

  @Test
  void languageOfEveryBlock_isOneThatATestKnows() {
    Set<String> shown =
        Documents.pages()
            .flatMap(page -> FENCE.matcher(Documents.text(page)).results())
            .map(fence -> fence.group(1))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(shown).contains("java", "sh", "xml").isSubsetOf(LANGUAGES);
  }

  private static Stream<Path> mainSources() {
    return Documents.children(Documents.ROOT)
        .filter(path -> path.getFileName().toString().startsWith("ratelimit-"))
        .map(module -> module.resolve("src/main/java"))
        .filter(Files::isDirectory)
        .flatMap(sources -> Documents.files(sources, ".java"));
  }

  private static <T> List<T> concat(List<T> first, List<T> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }
}
