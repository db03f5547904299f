package dev.ratelimit.benchmarks;

import static dev.ratelimit.benchmarks.compare.Metric.ALLOCATION;
import static dev.ratelimit.benchmarks.compare.Metric.CPU;
import static dev.ratelimit.benchmarks.compare.Reach.atMost;
import static dev.ratelimit.benchmarks.compare.Reach.bytesAtMost;
import static dev.ratelimit.benchmarks.compare.Reach.information;
import static dev.ratelimit.benchmarks.watched.Watcher.DENIALS;
import static dev.ratelimit.benchmarks.watched.Watcher.METRICS;
import static dev.ratelimit.benchmarks.watched.Watcher.NOBODY;

import dev.ratelimit.benchmarks.compare.Contestant;
import dev.ratelimit.benchmarks.compare.Row;
import dev.ratelimit.benchmarks.jmh.JmhContestant;
import dev.ratelimit.benchmarks.watched.WatchedCheck;
import dev.ratelimit.benchmarks.watched.WatchedDenial;
import dev.ratelimit.benchmarks.watched.Watcher;
import java.util.List;

/** The rows about what it costs to be watched: metrics, and who is denied most. */
final class MetricsRows {

  private MetricsRows() {}

  static List<Row> all() {
    return List.of(
        new Row(
            "check with metrics on, to metrics off",
            CPU,
            check(METRICS).against(check(NOBODY)),
            atMost(2.5)),
        new Row(
            "allocation per check with metrics on",
            ALLOCATION,
            check(METRICS).against(check(NOBODY)),
            bytesAtMost(64)),
        new Row(
            "allowed check with denials watched, to not watched",
            CPU,
            check(DENIALS).against(check(NOBODY)),
            information()),
        new Row(
            "one user denied by 2 threads, denials watched, to not watched",
            CPU,
            denied("oneUser", DENIALS).against(denied("oneUser", NOBODY)),
            information()),
        new Row(
            "a million users denied by 2 threads, denials watched, to not watched",
            CPU,
            denied("manyUsers", DENIALS).against(denied("manyUsers", NOBODY)),
            information()));
  }

  private static Contestant check(Watcher watcher) {
    return JmhContestant.of(WatchedCheck.class, "check").with("watcher", watcher);
  }

  private static Contestant denied(String users, Watcher watcher) {
    return JmhContestant.of(WatchedDenial.class, users).with("watcher", watcher);
  }
}
