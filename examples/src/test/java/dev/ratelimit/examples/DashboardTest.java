package dev.ratelimit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.awt.Rectangle;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The dashboard asks for metrics that there are, and shows all of them. */
class DashboardTest {

  private static final Path FILE = Documents.ROOT.resolve("docs/operations/dashboard.json");
  private static final JsonObject DASHBOARD =
      JsonParser.parseString(Documents.text(FILE)).getAsJsonObject();
  private static final Pattern LEGEND = Pattern.compile("\\{\\{(\\w+)}}");
  private static final Pattern END = Pattern.compile("_(total|bucket|count|sum|max)$");
  private static final int WIDTH = 24;

  private static Stream<JsonObject> children(JsonObject parent, String name) {
    return StreamSupport.stream(parent.getAsJsonArray(name).spliterator(), false)
        .map(JsonElement::getAsJsonObject);
  }

  private static Stream<JsonObject> panels() {
    return children(DASHBOARD, "panels");
  }

  private static Stream<JsonObject> charts() {
    return panels().filter(panel -> !text(panel, "type").equals("row"));
  }

  private static Stream<JsonObject> targets() {
    return charts().flatMap(panel -> children(panel, "targets"));
  }

  private static String text(JsonObject object, String name) {
    return object.get(name).getAsString();
  }

  static Stream<PromQuery> queries() {
    Stream<PromQuery> drawn =
        charts()
            .flatMap(
                panel ->
                    children(panel, "targets")
                        .map(target -> new PromQuery(text(panel, "title"), text(target, "expr"))));
    Stream<PromQuery> variables =
        children(DASHBOARD.getAsJsonObject("templating"), "list")
            .filter(variable -> variable.has("definition"))
            .map(variable -> new PromQuery(text(variable, "name"), text(variable, "definition")));
    return Stream.concat(drawn, variables);
  }

  @ParameterizedTest
  @MethodSource("queries")
  void query_asksForMetricsThatThereAre(PromQuery query) {
    query.assertAsksFor(Meters.documented());
  }

  @Test
  void legend_namesLabelsThatTheQueryKeeps() {
    assertThat(targets())
        .allSatisfy(
            target ->
                assertThat(
                        LEGEND
                            .matcher(text(target, "legendFormat"))
                            .results()
                            .map(label -> label.group(1))
                            .toList())
                    .allMatch(label -> text(target, "expr").contains(label)));
  }

  @Test
  void everyMeter_isShown() {
    Set<String> shown = stems(queries().flatMap(query -> query.names().stream()));

    assertThat(shown).isEqualTo(stems(Meters.documented().names().stream()));
  }

  private static Set<String> stems(Stream<String> names) {
    return Set.copyOf(names.map(name -> END.matcher(name).replaceAll("")).distinct().toList());
  }

  @Test
  void panels_saySomethingAndDoNotOverlap() {
    List<Rectangle> places = panels().map(DashboardTest::place).toList();

    assertThat(panels().map(panel -> panel.get("id").getAsInt())).doesNotHaveDuplicates();
    assertThat(charts()).allSatisfy(panel -> assertThat(text(panel, "description")).isNotBlank());
    for (Rectangle place : places) {
      assertThat(places.stream().filter(place::intersects)).containsExactly(place);
      assertThat(place.x + place.width).isLessThanOrEqualTo(WIDTH);
    }
  }

  private static Rectangle place(JsonObject panel) {
    JsonObject grid = panel.getAsJsonObject("gridPos");
    return new Rectangle(
        grid.get("x").getAsInt(),
        grid.get("y").getAsInt(),
        grid.get("w").getAsInt(),
        grid.get("h").getAsInt());
  }
}
