package dev.ratelimit.benchmarks;

import static dev.ratelimit.benchmarks.compare.Metric.CPU;
import static dev.ratelimit.benchmarks.compare.Metric.WALL;
import static dev.ratelimit.benchmarks.compare.Reach.atMost;
import static dev.ratelimit.benchmarks.compare.Reach.timesFaster;
import static dev.ratelimit.benchmarks.tiered.HotKey.BUCKET4J_DELAYING;
import static dev.ratelimit.benchmarks.tiered.HotKey.DEGRADED;
import static dev.ratelimit.benchmarks.tiered.HotKey.DENY_LINE;
import static dev.ratelimit.benchmarks.tiered.HotKey.LEASED;
import static dev.ratelimit.benchmarks.tiered.HotKey.LOCAL;
import static dev.ratelimit.benchmarks.tiered.HotKey.PLAIN_SCRIPT;

import dev.ratelimit.benchmarks.compare.Contestant;
import dev.ratelimit.benchmarks.compare.Row;
import dev.ratelimit.benchmarks.jmh.JmhContestant;
import dev.ratelimit.benchmarks.tiered.HotKey;
import dev.ratelimit.benchmarks.tiered.HotKeyCheck;
import java.util.List;

/** The rows of checks over Redis that need no answer of it, and what each should reach. */
final class TieredRows {

  private TieredRows() {}

  static List<Row> all() {
    return List.of(
        new Row(
            "leased check, to LocalLimiter",
            CPU,
            check(LEASED).against(check(LOCAL)),
            atMost(1.3).aimingAt(1.1)),
        new Row(
            "leased check, to Bucket4j delaying(200), wall",
            WALL,
            check(LEASED).against(check(BUCKET4J_DELAYING)),
            timesFaster(2).aimingAt(5)),
        new Row(
            "check while degraded, to plain EVALSHA, wall",
            WALL,
            check(DEGRADED).against(check(PLAIN_SCRIPT)),
            timesFaster(100).aimingAt(1_000)),
        new Row(
            "denied by the deny line, to plain EVALSHA, wall",
            WALL,
            check(DENY_LINE).against(check(PLAIN_SCRIPT)),
            timesFaster(100).aimingAt(1_000)));
  }

  private static Contestant check(HotKey path) {
    return JmhContestant.of(HotKeyCheck.class, "check").with("path", path);
  }
}
