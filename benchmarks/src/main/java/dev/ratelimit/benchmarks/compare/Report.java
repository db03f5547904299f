package dev.ratelimit.benchmarks.compare;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The outcome of all rows. A ratio is the median of the rounds; a spread goes from the least to the
 * most. Immutable.
 */
public final class Report {

  private static final String HEAD =
      """
      | row | ratio | spread | reach | met | ours | peer |
      |---|---|---|---|---|---|---|
      """;

  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().serializeNulls().create();

  private final List<RowResult> results;

  Report(List<RowResult> results) {
    this.results = List.copyOf(results);
  }

  /** {@return a table in Markdown} */
  public String table() {
    return results.stream().map(Report::line).collect(Collectors.joining("", HEAD, ""));
  }

  /** {@return the same for programs; {@code met} is null where there is nothing to reach} */
  public String json() {
    JsonArray rows = new JsonArray();
    results.forEach(result -> rows.add(object(result)));
    return GSON.toJson(rows);
  }

  private static String line(RowResult result) {
    Row row = result.row();
    Reach.Figure figure = row.reach().figure();
    return String.join(
        " | ",
        "| " + row.name(),
        figure.format(result.median()),
        figure.format(result.least()) + ".." + figure.format(result.most()),
        row.reach().toString(),
        result.met().map(met -> met ? "yes" : "NO").orElse("-"),
        row.metric().format(result.medianOfOurs()),
        row.metric().format(result.medianOfPeer()) + " |\n");
  }

  private static JsonObject object(RowResult result) {
    JsonArray spread = new JsonArray();
    spread.add(rounded(result.least()));
    spread.add(rounded(result.most()));
    JsonObject object = new JsonObject();
    object.addProperty("row", result.row().name());
    object.addProperty("metric", result.row().metric().name());
    object.addProperty("ratio", rounded(result.median()));
    object.add("spread", spread);
    object.addProperty("reach", result.row().reach().toString());
    object.addProperty("met", result.met().orElse(null));
    object.addProperty("ours", rounded(result.medianOfOurs()));
    object.addProperty("peer", rounded(result.medianOfPeer()));
    return object;
  }

  private static double rounded(double value) {
    return Math.round(value * 1_000) / 1_000.0;
  }
}
