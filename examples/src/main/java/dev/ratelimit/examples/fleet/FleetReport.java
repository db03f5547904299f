package dev.ratelimit.examples.fleet;

import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.StoreBacked;
import dev.ratelimit.local.tiered.TieredLimiter;
import dev.ratelimit.local.tiered.TieredLimiterBuilder;
import dev.ratelimit.testkit.fleet.Fleet;
import dev.ratelimit.testkit.fleet.FleetResult;
import dev.ratelimit.testkit.fleet.Shape;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Simulates a fleet under each shape of traffic and prints how it fared. */
public final class FleetReport {

  static final int KEPT = 0;
  static final int EXCEEDED = 1;
  static final int USAGE_ERROR = 2;

  static final TokenBucket LIMIT = Limit.perSecond(1_000);

  private FleetReport() {}

  /**
   * Runs the shapes.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    System.exit(run(List.of(args), System.out, System.err));
  }

  static int run(List<String> args, PrintStream out, PrintStream err) {
    Options options;
    try {
      options = Options.parse(args);
    } catch (IllegalArgumentException e) {
      err.println(e.getMessage());
      err.print(Options.USAGE);
      return USAGE_ERROR;
    }
    if (options.help()) {
      out.print(Options.USAGE);
      return KEPT;
    }
    try {
      return report(options, out, err);
    } catch (IllegalStateException | UncheckedIOException e) { // no Redis, or none that answers
      err.println(e.getMessage());
      return USAGE_ERROR;
    }
  }

  private static int report(Options options, PrintStream out, PrintStream err) {
    Report report =
        options.real().wanted() ? RedisFleet.report(options.real(), out) : simulated(options, out);
    try {
      if (options.json().isPresent()) {
        Files.writeString(options.json().get(), report.json());
      }
    } catch (IOException e) {
      err.println("cannot write " + options.json().get() + ": " + e.getMessage());
      return USAGE_ERROR;
    }
    return report.isWithinBound() ? KEPT : EXCEEDED;
  }

  /**
   * What is reported.
   *
   * @param isWithinBound whether no more was admitted than the limit allows
   * @param json the figures
   */
  record Report(boolean isWithinBound, String json) {}

  private static Report simulated(Options options, PrintStream out) {
    List<Row> rows = new ArrayList<>();
    Row.printHead(out);
    for (Shape shape : options.shapes()) {
      Row row = Row.of(shape.toString(), results(shape, options));
      row.print(out);
      rows.add(row);
    }
    return new Report(rows.stream().allMatch(Row::isWithinBound), Row.json(rows));
  }

  private static List<FleetResult> results(Shape shape, Options options) {
    List<FleetResult> results = new ArrayList<>();
    for (int seed = 1; seed <= options.seeds(); seed++) {
      results.add(
          Fleet.of(LIMIT)
              .instances(Shape.FLEET)
              .traffic(shape.traffic())
              .limiter((shared, random) -> limiter(shared, random, options.strict()))
              .seed(seed)
              .run(shape.length()));
    }
    return results;
  }

  private static PermitLimiter limiter(StoreBacked shared, RandomGenerator random, boolean strict) {
    TieredLimiterBuilder builder =
        TieredLimiter.builder(shared)
            .fallback(Fallback.closed())
            .executor(Runnable::run)
            .seed(random.nextLong());
    return strict ? builder.strict().build() : builder.build();
  }
}
