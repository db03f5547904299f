package dev.ratelimit.benchmarks;

import static dev.ratelimit.benchmarks.compare.Metric.ADMITTED;
import static dev.ratelimit.benchmarks.compare.Metric.MEMORY;
import static dev.ratelimit.benchmarks.compare.Metric.P50;
import static dev.ratelimit.benchmarks.compare.Metric.P99;
import static dev.ratelimit.benchmarks.compare.Metric.RATE;
import static dev.ratelimit.benchmarks.compare.Metric.RECEIVED;
import static dev.ratelimit.benchmarks.compare.Metric.SCRIPT_CALLS;
import static dev.ratelimit.benchmarks.compare.Metric.SENT;
import static dev.ratelimit.benchmarks.compare.Metric.SERVER_CPU;
import static dev.ratelimit.benchmarks.compare.Reach.amountAtLeast;
import static dev.ratelimit.benchmarks.compare.Reach.amountAtMost;
import static dev.ratelimit.benchmarks.compare.Reach.atMost;
import static dev.ratelimit.benchmarks.compare.Reach.information;
import static dev.ratelimit.benchmarks.compare.Reach.timesMore;
import static dev.ratelimit.benchmarks.redis.Subject.BUCKET4J;
import static dev.ratelimit.benchmarks.redis.Subject.BUCKET4J_BATCHING;
import static dev.ratelimit.benchmarks.redis.Subject.OURS;
import static dev.ratelimit.benchmarks.redis.Subject.PING;
import static dev.ratelimit.benchmarks.redis.Subject.PLAIN_SCRIPT;
import static dev.ratelimit.benchmarks.redis.Subject.REDISSON;

import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.benchmarks.capacity.RowNames;
import dev.ratelimit.benchmarks.compare.Contestant;
import dev.ratelimit.benchmarks.compare.Metric;
import dev.ratelimit.benchmarks.compare.Pair;
import dev.ratelimit.benchmarks.compare.Reach;
import dev.ratelimit.benchmarks.compare.Row;
import dev.ratelimit.benchmarks.load.ExactnessContestant;
import dev.ratelimit.benchmarks.load.LoadContestant;
import dev.ratelimit.benchmarks.load.MemoryContestant;
import dev.ratelimit.benchmarks.load.Scene;
import dev.ratelimit.benchmarks.load.Traffic;
import dev.ratelimit.benchmarks.redis.Subject;
import dev.ratelimit.benchmarks.replay.Call;
import dev.ratelimit.benchmarks.replay.ReplayContestant;
import java.util.List;
import java.util.stream.Stream;

/** The rows whose checks go to a Redis, and what each should reach. */
final class RedisRows {

  private static final Scene HOT = Scene.blocking(Traffic.ONE_KEY, 64);
  private static final Scene HOT_ASYNC = Scene.asynchronous(Traffic.ONE_KEY, 256);
  private static final Scene UNIFORM = Scene.blocking(Traffic.uniform(100_000), 64);
  private static final Scene ZIPF = Scene.blocking(Traffic.zipf(100_000), 64);
  private static final Scene ZIPF_ASYNC = Scene.asynchronous(Traffic.zipf(100_000), 256);
  private static final Scene ALONE = Scene.blocking(Traffic.ONE_KEY, 1);

  private static final Contestant REFERENCE = new ReplayContestant(Call.reference());

  private RedisRows() {}

  static List<Row> all() {
    return Stream.of(
            server(),
            network(),
            memory(),
            hotKey(),
            manyKeys(),
            alone(),
            scriptCalls(),
            exactness())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Row> server() {
    return List.of(
        cost(RowNames.SINGLE_CPU, Call.allowed(), atMost(5.5).aimingAt(3.5)),
        cost("single check denied, server CPU, to REF", Call.denied(), atMost(4).aimingAt(2.5)),
        cost(RowNames.BATCH_CPU, Call.distinctKeys(64), atMost(3.2).aimingAt(1.8)),
        cost(RowNames.ONE_KEY_CPU, Call.oneKey(64), atMost(0.5).aimingAt(0.15)));
  }

  private static List<Row> network() {
    return List.of(
        bytes(RowNames.SINGLE + RowNames.RECEIVED, RECEIVED, Call.allowed()),
        bytes(RowNames.SINGLE + RowNames.SENT, SENT, Call.allowed()),
        bytes(RowNames.BATCH + RowNames.RECEIVED, RECEIVED, Call.distinctKeys(64)),
        bytes(RowNames.BATCH + RowNames.SENT, SENT, Call.distinctKeys(64)));
  }

  private static Row bytes(String name, Metric metric, Call call) {
    return new Row(name, metric, new ReplayContestant(call).against(REFERENCE), Reach.bytes());
  }

  private static List<Row> memory() {
    Pair pair =
        new MemoryContestant(OURS, 1_000_000)
            .against(new MemoryContestant(PLAIN_SCRIPT, 1_000_000));
    return List.of(new Row(RowNames.MEMORY, MEMORY, pair, Reach.bytes()));
  }

  private static List<Row> hotKey() {
    return List.of(
        rate("hot key, 64 blocking", HOT, BUCKET4J_BATCHING, 1.4, 2),
        rate("hot key, 64 blocking", HOT, PLAIN_SCRIPT, 2, 3),
        rate("hot key, 64 blocking", HOT, BUCKET4J, 100, 150),
        rate("hot key, 64 blocking", HOT, REDISSON, 4, 6),
        row("hot key, 64 blocking, p99", P99, HOT, PLAIN_SCRIPT, atMost(0.4).aimingAt(0.25)),
        row("hot key, 64 blocking, p99", P99, HOT, BUCKET4J_BATCHING, atMost(0.7).aimingAt(0.5)),
        rate("hot key, 64 blocking over 8 instances", HOT.over(8), BUCKET4J_BATCHING, 3, 6),
        rate("hot key, 256 asynchronous", HOT_ASYNC, BUCKET4J_BATCHING, 1.7, 4),
        rate("hot key, 256 asynchronous", HOT_ASYNC, PLAIN_SCRIPT, 9, 20),
        rate("hot key, 256 asynchronous", HOT_ASYNC, PING, 8, 18));
  }

  private static List<Row> manyKeys() {
    return List.of(
        rate("100,000 keys uniform, 64 blocking", UNIFORM, BUCKET4J, 2.4, 4),
        rate("100,000 keys uniform, 64 blocking", UNIFORM, PLAIN_SCRIPT, 1.4, 2),
        rate("100,000 keys uniform, 64 blocking", UNIFORM, PING, 1.1, 1.6),
        rate("100,000 keys zipf 0.99, 64 blocking", ZIPF, BUCKET4J, 6, 12),
        rate("100,000 keys zipf 0.99, 256 asynchronous", ZIPF_ASYNC, BUCKET4J, 18, 35));
  }

  private static List<Row> alone() {
    return List.of(
        rate("one caller alone", ALONE, PLAIN_SCRIPT, 0.95, 1),
        row("one caller alone", RATE, ALONE, PING, information()),
        new Row(
            RowNames.ALONE_CPU,
            SERVER_CPU,
            new LoadContestant(OURS, ALONE).against(REFERENCE),
            information()),
        row("one caller alone, p50", P50, ALONE, PLAIN_SCRIPT, information()),
        row("one caller alone, p50", P50, ALONE, PING, atMost(1.4).aimingAt(1.15)));
  }

  private static List<Row> scriptCalls() {
    return List.of(
        row(
            "script calls a check, one key, 64 blocking",
            SCRIPT_CALLS,
            HOT,
            amountAtMost(0.04).aimingAt(0.02)),
        row(
            "script calls a check, one key, 256 asynchronous",
            SCRIPT_CALLS,
            HOT_ASYNC,
            amountAtMost(0.04).aimingAt(0.02)));
  }

  private static List<Row> exactness() {
    TokenBucket limit = Limit.perSecond(2_000).withBurst(200);
    Pair pair =
        new ExactnessContestant(OURS, HOT, limit)
            .against(new ExactnessContestant(PLAIN_SCRIPT, HOT, limit));
    return List.of(
        new Row(
            "admitted, 64 callers on one key, at least",
            ADMITTED,
            pair,
            amountAtLeast(0.97).aimingAt(0.99)),
        new Row("admitted, 64 callers on one key, at most", ADMITTED, pair, amountAtMost(1)));
  }

  private static Row cost(String name, Call call, Reach reach) {
    return new Row(name, SERVER_CPU, new ReplayContestant(call).against(REFERENCE), reach);
  }

  private static Row rate(String what, Scene scene, Subject peer, double reach, double aim) {
    return row(what, RATE, scene, peer, timesMore(reach).aimingAt(aim));
  }

  private static Row row(String what, Metric metric, Scene scene, Subject peer, Reach reach) {
    return new Row(what + ", to " + nameOf(peer), metric, pair(scene, peer), reach);
  }

  /** A row of ours alone, with that of a plain script beside it. */
  private static Row row(String what, Metric metric, Scene scene, Reach reach) {
    return new Row(what, metric, pair(scene, PLAIN_SCRIPT), reach);
  }

  private static Pair pair(Scene scene, Subject peer) {
    return new LoadContestant(OURS, scene).against(new LoadContestant(peer, scene));
  }

  private static String nameOf(Subject peer) {
    return switch (peer) {
      case OURS -> "ours";
      case OURS_LEASED -> "ours, leased";
      case PLAIN_SCRIPT -> "plain EVALSHA";
      case PING -> "PING";
      case BUCKET4J -> "Bucket4j";
      case BUCKET4J_BATCHING -> "Bucket4j batching";
      case BUCKET4J_DELAYING -> "Bucket4j delaying(200)";
      case REDISSON -> "Redisson";
    };
  }
}
