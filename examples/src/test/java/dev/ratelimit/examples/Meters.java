package dev.ratelimit.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What {@code docs/metrics.md} says there is: names as Prometheus shows them, tags, values. */
final class Meters {

  private static final String PREFIX = "ratelimit_";
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final String EVERYWHERE = "limiter";

  private final Map<String, Set<String>> tagsOf = new TreeMap<>();
  private final Map<String, Set<String>> valuesOf = new TreeMap<>();

  private Meters(String page) {
    page.lines().filter(line -> line.startsWith("| `")).map(Meters::cells).forEach(this::read);
  }

  static Meters documented() {
    return new Meters(Documents.text(Documents.ROOT.resolve("docs/metrics.md")));
  }

  private static List<String> cells(String row) {
    String[] cells = row.split("(?<!\\\\)\\|", -1);
    return List.of(cells).subList(1, cells.length - 1);
  }

  private void read(List<String> row) {
    String shown = row.get(row.size() - 1);
    if (shown.contains("`" + PREFIX)) {
      Set<String> tags = new TreeSet<>(codes(row.get(2).replaceFirst(":.*", "")));
      tags.add(EVERYWHERE);
      names(codes(shown)).forEach(name -> tagsOf.put(name, tags));
    } else if (row.size() == 2) {
      valuesOf.put(codes(row.get(0)).get(0), Set.copyOf(codes(shown)));
    }
  }

  /** {@return the names, of which those after the first may be told by their end only} */
  private static List<String> names(List<String> shown) {
    String first = shown.get(0);
    List<String> names = new ArrayList<>(List.of(first));
    if (shown.size() > 1) {
      String stem = first.substring(0, first.lastIndexOf('_'));
      shown.stream().skip(1).forEach(end -> names.add(stem + end));
      names.add(stem + "_bucket"); // after percentileHistogram()
    }
    return names;
  }

  private static List<String> codes(String cell) {
    return CODE.matcher(cell)
        .results()
        .map((MatchResult code) -> code.group(1))
        .collect(Collectors.toList());
  }

  /** {@return every name that Prometheus may show} */
  Set<String> names() {
    return tagsOf.keySet();
  }

  /** {@return the tags of a name} */
  Set<String> tagsOf(String name) {
    return tagsOf.getOrDefault(name, Set.of());
  }

  /** {@return the values that a tag can have; none if they are the user's} */
  Set<String> valuesOf(String tag) {
    return tag.equals("rule") || tag.equals(EVERYWHERE)
        ? Set.of()
        : valuesOf.getOrDefault(tag, Set.of());
  }
}
