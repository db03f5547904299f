package dev.ratelimit.examples.fleet;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.ratelimit.testkit.fleet.Admission;
import dev.ratelimit.testkit.fleet.FleetResult;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * How a fleet fared under one shape of traffic, by the worst of several seeds.
 *
 * @param shape which
 * @param seeds how many seeds were run
 * @param used the smallest part of what one exact bucket would have granted
 * @param worstServed the smallest part of what was due to an instance
 * @param callsPerSecond the most requests to the store
 * @param largestStretch the most admitted beyond the rate, as a part of the burst
 * @param atOnce the most that was admitted within 60 ms, as a part of the burst, of the seed where
 *     that is least: after quiet, a surge should get a burst
 * @param granted permits, of the seed with the fewest
 */
record Row(
    String shape,
    int seeds,
    double used,
    double worstServed,
    double callsPerSecond,
    double largestStretch,
    double atOnce,
    long granted) {

  private static final long AT_ONCE_MICROS = 60_000;
  private static final String LINE = "%-16s %8s %14s %9s %23s %9s %10s%n";

  static Row of(String shape, List<FleetResult> results) {
    return new Row(
        shape,
        results.size(),
        least(results, FleetResult::utilisation),
        least(results, FleetResult::worstServed),
        -least(results, result -> -result.callsPerSecond()),
        -least(results, result -> -result.largestStretch()),
        least(results, Row::atOnce),
        results.stream().mapToLong(result -> result.total().granted()).min().orElseThrow());
  }

  private static double atOnce(FleetResult result) {
    List<Admission> inOrder =
        result.admissions().stream().sorted(Comparator.comparingLong(Admission::micros)).toList();
    long most = 0;
    long within = 0;
    int first = 0;
    for (Admission last : inOrder) {
      within += last.permits();
      while (inOrder.get(first).micros() <= last.micros() - AT_ONCE_MICROS) {
        within -= inOrder.get(first).permits();
        first++;
      }
      most = Math.max(most, within);
    }
    return (double) most / FleetReport.LIMIT.burst();
  }

  private static double least(List<FleetResult> results, ToDoubleFunction<FleetResult> figure) {
    return results.stream().mapToDouble(figure).min().orElseThrow();
  }

  boolean isWithinBound() {
    return largestStretch <= 1;
  }

  static void printHead(PrintStream out) {
    out.printf(
        Locale.ROOT,
        LINE,
        "shape",
        "used",
        "worst served",
        "calls/s",
        "largest stretch/burst",
        "at once",
        "admitted");
  }

  void print(PrintStream out) {
    out.printf(
        Locale.ROOT,
        LINE,
        shape,
        percent(used),
        percent(worstServed),
        String.format(Locale.ROOT, "%.0f", callsPerSecond),
        percent(largestStretch) + (isWithinBound() ? "" : " EXCEEDED"),
        percent(atOnce),
        granted);
  }

  private static String percent(double part) {
    return String.format(Locale.ROOT, "%.1f %%", part * 100);
  }

  static String json(List<Row> rows) {
    JsonArray array = new JsonArray();
    rows.forEach(row -> array.add(row.json()));
    return array + "\n";
  }

  private JsonObject json() {
    JsonObject object = new JsonObject();
    object.addProperty("shape", shape);
    object.addProperty("seeds", seeds);
    object.addProperty("used", used);
    object.addProperty("worstServed", worstServed);
    object.addProperty("callsPerSecond", callsPerSecond);
    object.addProperty("largestStretch", largestStretch);
    object.addProperty("atOnce", atOnce);
    object.addProperty("granted", granted);
    return object;
  }
}
