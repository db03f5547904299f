package dev.ratelimit.benchmarks;

import static dev.ratelimit.benchmarks.compare.Metric.ADMITTED;
import static dev.ratelimit.benchmarks.compare.Metric.RATE;
import static dev.ratelimit.benchmarks.compare.Metric.RECEIVED;
import static dev.ratelimit.benchmarks.compare.Metric.SCRIPT_CALLS;
import static dev.ratelimit.benchmarks.compare.Metric.SENT;
import static dev.ratelimit.benchmarks.compare.Metric.SERVER_CPU;
import static dev.ratelimit.benchmarks.compare.Reach.amount;
import static dev.ratelimit.benchmarks.compare.Reach.amountAtMost;
import static dev.ratelimit.benchmarks.compare.Reach.bytes;
import static dev.ratelimit.benchmarks.compare.Reach.information;
import static dev.ratelimit.benchmarks.redis.Subject.OURS;
import static dev.ratelimit.benchmarks.redis.Subject.OURS_LEASED;
import static dev.ratelimit.benchmarks.redis.Subject.PLAIN_SCRIPT;

import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.benchmarks.capacity.RowNames;
import dev.ratelimit.benchmarks.compare.Contestant;
import dev.ratelimit.benchmarks.compare.Pair;
import dev.ratelimit.benchmarks.compare.Reach;
import dev.ratelimit.benchmarks.compare.Row;
import dev.ratelimit.benchmarks.load.ExactnessContestant;
import dev.ratelimit.benchmarks.load.LoadContestant;
import dev.ratelimit.benchmarks.load.Scene;
import dev.ratelimit.benchmarks.load.Traffic;
import dev.ratelimit.benchmarks.redis.Subject;
import dev.ratelimit.benchmarks.replay.Call;
import dev.ratelimit.benchmarks.replay.ReplayContestant;
import java.util.List;
import java.util.stream.Stream;

/** The rows of a fleet on one Redis, with and without leases: 64 callers over 8 instances. */
final class FleetRows {

  private static final String DRAINED = "leased fleet, one key, limit exceeded";

  private static final Scene HOT = Scene.blocking(Traffic.ONE_KEY, 64).over(8);

  /** Its leases last 50 ms. */
  private static final TokenBucket LIMIT = Limit.perSecond(2_000).withBurst(1_000);

  private static final Reach ONE_CALL = amountAtMost(1);
  private static final Reach FEW_CALLS = amountAtMost(0.04).aimingAt(0.02);

  private FleetRows() {}

  static List<Row> all() {
    Scene uniform = Scene.blocking(Traffic.uniform(100_000), 64).over(8);
    Scene zipf = Scene.blocking(Traffic.zipf(100_000), 64).over(8);
    return Stream.of(
            load(RowNames.UNIFORM_FLEET, pair(OURS, uniform), ONE_CALL),
            load(RowNames.ZIPF_FLEET, pair(OURS, zipf), ONE_CALL),
            load(RowNames.LEASED_ZIPF_FLEET, pair(OURS_LEASED, zipf), ONE_CALL),
            load(RowNames.LEASED_HOT_FLEET, pair(OURS_LEASED, HOT), FEW_CALLS),
            load(DRAINED, exactness(), FEW_CALLS),
            admitted())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Row> load(String what, Pair pair, Reach scriptCalls) {
    Contestant reference = new ReplayContestant(Call.reference());
    return List.of(
        new Row(what + ", checks/s, to plain EVALSHA", RATE, pair, information()),
        new Row(what + ", server CPU, to plain EVALSHA", SERVER_CPU, pair, information()),
        new Row(what + RowNames.CPU, SERVER_CPU, pair.ours().against(reference), information()),
        new Row(what + RowNames.RECEIVED, RECEIVED, pair, bytes()),
        new Row(what + RowNames.SENT, SENT, pair, bytes()),
        new Row(what + RowNames.SCRIPT_CALLS, SCRIPT_CALLS, pair, scriptCalls));
  }

  private static List<Row> admitted() {
    Pair pair = exactness();
    return List.of(
        new Row(DRAINED + ", admitted", ADMITTED, pair, amount()),
        new Row(DRAINED + ", admitted, at most", ADMITTED, pair, amountAtMost(1)));
  }

  private static Pair pair(Subject ours, Scene scene) {
    return new LoadContestant(ours, scene).against(new LoadContestant(PLAIN_SCRIPT, scene));
  }

  private static Pair exactness() {
    return new ExactnessContestant(OURS_LEASED, HOT, LIMIT)
        .against(new ExactnessContestant(PLAIN_SCRIPT, HOT, LIMIT));
  }
}
