package dev.ratelimit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Links and pictures of the documents lead somewhere, to their headings too. */
class DocumentLinksTest {

  private static final Pattern CODE = Pattern.compile("(?ms)^[ \\t]*```.*?^[ \\t]*```|`[^`\\n]*`");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");

  /**
   * One link.
   *
   * @param page where it stands
   * @param target as it is written there
   */
  record Link(Path page, String target) {

    Path file() {
      String path = target.replaceFirst("#.*", "");
      return path.isEmpty() ? page : page.resolveSibling(path).normalize();
    }

    @Override
    public String toString() {
      return Documents.name(page) + " -> " + target;
    }
  }

  static Stream<Link> links() {
    return Documents.pages()
        .flatMap(
            page ->
                LINK.matcher(CODE.matcher(Documents.text(page)).replaceAll(""))
                    .results()
                    .map(found -> new Link(page, found.group(1))))
        .filter(link -> !link.target().matches("[a-z]+:.*"));
  }

  static Stream<Link> linksToHeadings() {
    return links().filter(link -> link.target().contains("#"));
  }

  @ParameterizedTest
  @MethodSource("links")
  void link_leadsToAFileOfTheRepository(Link link) {
    assertThat(link.file()).exists().startsWith(Documents.ROOT);
  }

  @ParameterizedTest
  @MethodSource("linksToHeadings")
  void linkToAHeading_findsIt(Link link) {
    String wanted = link.target().replaceFirst(".*#", "");

    assertThat(anchors(Documents.text(link.file()))).contains(wanted);
  }

  @Test
  void everyPage_isReachedFromTheReadme() {
    Set<Path> reached = new HashSet<>();
    Deque<Path> next = new ArrayDeque<>(List.of(Documents.ROOT.resolve("README.md")));
    while (!next.isEmpty()) {
      Path page = next.remove();
      if (reached.add(page)) {
        links().filter(link -> link.page().equals(page)).map(Link::file).forEach(next::add);
      }
    }

    assertThat(reached).containsAll(Documents.pages().toList());
  }

  static List<String> anchors(String page) {
    return HEADING
        .matcher(page)
        .results()
        .map((MatchResult found) -> found.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
        .toList();
  }
}
