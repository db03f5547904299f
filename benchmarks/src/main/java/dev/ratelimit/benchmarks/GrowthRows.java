package dev.ratelimit.benchmarks;

import static dev.ratelimit.benchmarks.compare.Metric.CPU;
import static dev.ratelimit.benchmarks.compare.Metric.RATE;
import static dev.ratelimit.benchmarks.compare.Metric.SCRIPT_CALLS;
import static dev.ratelimit.benchmarks.compare.Metric.SERVER_CPU;
import static dev.ratelimit.benchmarks.compare.Reach.amount;
import static dev.ratelimit.benchmarks.compare.Reach.information;
import static dev.ratelimit.benchmarks.keyed.Subject.LOCAL_LIMITER;
import static dev.ratelimit.benchmarks.redis.Subject.OURS;
import static dev.ratelimit.benchmarks.redis.Subject.PLAIN_SCRIPT;

import dev.ratelimit.Limit;
import dev.ratelimit.benchmarks.bucket.AllowedCheck;
import dev.ratelimit.benchmarks.compare.Contestant;
import dev.ratelimit.benchmarks.compare.Row;
import dev.ratelimit.benchmarks.compare.report.Curve;
import dev.ratelimit.benchmarks.compare.report.Growth;
import dev.ratelimit.benchmarks.jmh.JmhContestant;
import dev.ratelimit.benchmarks.kinds.AllOfCheck;
import dev.ratelimit.benchmarks.kinds.SlidingLogCheck;
import dev.ratelimit.benchmarks.load.LoadContestant;
import dev.ratelimit.benchmarks.load.Scene;
import dev.ratelimit.benchmarks.load.Traffic;
import dev.ratelimit.benchmarks.redis.Subject;
import dev.ratelimit.benchmarks.replay.Call;
import dev.ratelimit.benchmarks.replay.ReplayContestant;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** The rows that show how a check's cost grows with one number, and their pictures. */
final class GrowthRows {

  private static final Contestant LEAST =
      JmhContestant.of(AllowedCheck.class, "nanoTimeAndCompareAndSet");
  private static final Contestant REFERENCE = new ReplayContestant(Call.reference());

  private GrowthRows() {}

  static List<Growth> all() {
    return List.of(keys(), keysAtServer(), instances(), batch(), limits(), log());
  }

  static List<Row> rows(List<Growth> growths) {
    return growths.stream().flatMap(growth -> growth.rows().stream()).toList();
  }

  private static Growth keys() {
    int[] keys = {1_000, 10_000, 100_000, 1_000_000};
    return new Growth(
        "keys-in-process",
        "CPU of a check by LocalLimiter, to nanoTime + compare-and-set",
        "keys",
        List.of(
            inProcess(
                "LocalLimiter, zipf 0.99", "keys", keys, n -> manyKeys(n, InProcessRows.ZIPF)),
            inProcess("LocalLimiter, uniform", "keys", keys, n -> manyKeys(n, 0))));
  }

  private static Growth keysAtServer() {
    return new Growth(
        "keys-at-server",
        "Server CPU of a check, 64 callers, uniform keys that are known, to REF",
        "keys",
        List.of(
            server(
                "64 blocking, uniform",
                "keys",
                new int[] {1_000, 10_000, 100_000, 1_000_000},
                n -> load(OURS, Scene.blocking(Traffic.uniform(n), 64).onFilledServer()))));
  }

  private static Growth instances() {
    int[] instances = {1, 2, 4, 8, 16};
    return new Growth(
        "instances",
        "64 callers of one key, spread over instances",
        "instances",
        List.of(
            curve(
                "64 blocking on one key, checks/s, to plain EVALSHA",
                "instances",
                instances,
                (name, n) ->
                    new Row(name, RATE, hot(OURS, n).against(hot(PLAIN_SCRIPT, n)), information())),
            curve(
                "64 blocking on one key, script calls a check",
                "instances",
                instances,
                (name, n) ->
                    new Row(
                        name,
                        SCRIPT_CALLS,
                        hot(OURS, n).against(hot(PLAIN_SCRIPT, n)),
                        amount()))));
  }

  private static Growth batch() {
    int[] checks = {1, 4, 16, 64};
    return new Growth(
        "batch",
        "Server CPU of a check, to REF",
        "checks in one call",
        List.of(
            server(
                "distinct keys", "checks", checks, n -> new ReplayContestant(Call.distinctKeys(n))),
            server("one key", "checks", checks, n -> new ReplayContestant(Call.oneKey(n)))));
  }

  private static Growth limits() {
    int[] limits = {1, 2, 4, 8};
    return new Growth(
        "limits",
        "Cost of a check of all of several limits",
        "limits",
        List.of(
            server(
                "all of",
                "limits",
                limits,
                n -> new ReplayContestant(Call.allowed(AllOfCheck.roomy(n)))),
            inProcess(
                "LocalLimiter, all of",
                "limits",
                limits,
                n -> JmhContestant.of(AllOfCheck.class, "check").with("limits", n))));
  }

  private static Growth log() {
    int[] permits = {10, 100, 1_000, 10_000};
    return new Growth(
        "log",
        "Cost of a check of a sliding log",
        "permits",
        List.of(
            server(
                "full log, denied",
                "permits",
                permits,
                n -> new ReplayContestant(Call.denied(logOf(n)))),
            server(
                "log, the last permit and its refund",
                "permits",
                permits,
                n -> new ReplayContestant(Call.lastPermit(logOf(n)))),
            inProcess(
                "LocalLimiter, full log, one permit expires and one is allowed",
                "permits",
                permits,
                n -> JmhContestant.of(SlidingLogCheck.class, "check").with("permits", n))));
  }

  private static Limit logOf(int permits) {
    return Limit.slidingLog(permits, Duration.ofDays(1));
  }

  private static Contestant manyKeys(int keys, double exponent) {
    return InProcessRows.manyKeys(LOCAL_LIMITER, keys, exponent);
  }

  private static Contestant hot(Subject subject, int instances) {
    return load(subject, Scene.blocking(Traffic.ONE_KEY, 64).over(instances));
  }

  private static Contestant load(Subject subject, Scene scene) {
    return new LoadContestant(subject, scene);
  }

  private static Curve inProcess(
      String what, String unit, int[] numbers, IntFunction<Contestant> contestant) {
    return curve(
        what + ", CPU, to nanoTime + compare-and-set",
        unit,
        numbers,
        (name, n) -> new Row(name, CPU, contestant.apply(n).against(LEAST), information()));
  }

  private static Curve server(
      String what, String unit, int[] numbers, IntFunction<Contestant> contestant) {
    return curve(
        what + ", server CPU, to REF",
        unit,
        numbers,
        (name, n) ->
            new Row(name, SERVER_CPU, contestant.apply(n).against(REFERENCE), information()));
  }

  /** Makes the row of a number. */
  private interface Rower {
    Row row(String name, int number);
  }

  private static Curve curve(String what, String unit, int[] numbers, Rower rower) {
    return new Curve(
        what,
        IntStream.of(numbers).mapToObj(n -> point(n, rower.row(name(what, n, unit), n))).toList());
  }

  private static Curve.Point point(int number, Row row) {
    return new Curve.Point(number, row);
  }

  private static String name(String what, int number, String unit) {
    return String.format(Locale.ROOT, "growth: %s, %s: %,d", what, unit, number);
  }
}
