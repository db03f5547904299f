package dev.ratelimit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is promised names the tests that prove it. */
class GuaranteesTest {

  private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w+(?:Test|IT))\\.(\\w+)`");

  private record Named(String type, String method) {

    static Named of(MatchResult found) {
      return new Named(found.group(1), found.group(2));
    }
  }

  static List<Named> tests() throws IOException {
    String page = Files.readString(Documents.ROOT.resolve("docs/guarantees.md"));
    return NAMED.matcher(page).results().map(Named::of).distinct().toList();
  }

  @Test
  void page_namesTests() throws IOException {
    assertThat(tests()).hasSizeGreaterThan(20);
  }

  @ParameterizedTest
  @MethodSource("tests")
  void testThatIsNamed_exists(Named test) throws IOException {
    try (Stream<Path> files = Files.walk(Documents.ROOT)) {
      List<String> sources =
          files
              .filter(file -> file.endsWith(test.type() + ".java"))
              .filter(file -> file.toString().contains("src/test/java"))
              .map(Documents::text)
              .toList();

      assertThat(sources).anyMatch(text -> text.contains("void " + test.method() + "("));
    }
  }
}
