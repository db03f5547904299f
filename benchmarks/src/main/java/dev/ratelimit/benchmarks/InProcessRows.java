package dev.ratelimit.benchmarks;

import static dev.ratelimit.benchmarks.compare.Metric.ALLOCATION;
import static dev.ratelimit.benchmarks.compare.Metric.CPU;
import static dev.ratelimit.benchmarks.compare.Metric.HEAP;
import static dev.ratelimit.benchmarks.compare.Metric.WALL;
import static dev.ratelimit.benchmarks.compare.Reach.atMost;
import static dev.ratelimit.benchmarks.compare.Reach.bytesAtMost;
import static dev.ratelimit.benchmarks.compare.Reach.information;
import static dev.ratelimit.benchmarks.compare.Reach.timesFaster;
import static dev.ratelimit.benchmarks.keyed.Subject.CELLS_IN_CAFFEINE;
import static dev.ratelimit.benchmarks.keyed.Subject.CELLS_IN_EXPIRING_CAFFEINE;
import static dev.ratelimit.benchmarks.keyed.Subject.CELLS_IN_MAP;
import static dev.ratelimit.benchmarks.keyed.Subject.LOCAL_LIMITER;
import static dev.ratelimit.benchmarks.keyed.Subject.MAP_AND_BUCKET4J;

import dev.ratelimit.benchmarks.bucket.AllowedCheck;
import dev.ratelimit.benchmarks.bucket.CoarseCheck;
import dev.ratelimit.benchmarks.bucket.ContendedCheck;
import dev.ratelimit.benchmarks.bucket.DeniedCheck;
import dev.ratelimit.benchmarks.compare.Contestant;
import dev.ratelimit.benchmarks.compare.Row;
import dev.ratelimit.benchmarks.jmh.JmhContestant;
import dev.ratelimit.benchmarks.keyed.FloodCheck;
import dev.ratelimit.benchmarks.keyed.FloodCheck.Flood;
import dev.ratelimit.benchmarks.keyed.HeapContestant;
import dev.ratelimit.benchmarks.keyed.ManyKeysCheck;
import dev.ratelimit.benchmarks.keyed.OneKeyCheck;
import dev.ratelimit.benchmarks.keyed.Subject;
import java.util.List;
import java.util.stream.Stream;

/** The rows that need no server, and what each should reach. */
final class InProcessRows {

  static final double ZIPF = 0.99;

  private InProcessRows() {}

  static List<Row> all() {
    return Stream.of(oneBucket(), oneKey(), millionKeys(), memory(), flood())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Row> oneBucket() {
    Contestant allowed = JmhContestant.of(AllowedCheck.class, "ours");
    Contestant baseline = JmhContestant.of(AllowedCheck.class, "nanoTimeAndCompareAndSet");
    Contestant probe = JmhContestant.of(AllowedCheck.class, "bucket4jProbe");
    Contestant guava = JmhContestant.of(AllowedCheck.class, "guavaTryAcquire");
    Contestant denied = JmhContestant.of(DeniedCheck.class, "ours");
    Contestant resilience4j = JmhContestant.of(DeniedCheck.class, "resilience4j");
    Contestant contended = JmhContestant.of(ContendedCheck.class, "ours");
    Contestant contendedProbe = JmhContestant.of(ContendedCheck.class, "bucket4jProbe");
    Contestant coarse = JmhContestant.of(CoarseCheck.class, "ours");
    Contestant tryConsume = JmhContestant.of(CoarseCheck.class, "bucket4jTryConsume");
    Contestant exactTryConsume = JmhContestant.of(CoarseCheck.class, "bucket4jExactTryConsume");
    return List.of(
        new Row(
            "one bucket, to nanoTime + compare-and-set",
            CPU,
            allowed.against(baseline),
            atMost(1.25).aimingAt(1.12)),
        new Row(
            "one bucket, to Bucket4j probe",
            CPU,
            allowed.against(probe),
            timesFaster(1.5).aimingAt(1.65)),
        new Row("one bucket, to Guava tryAcquire", CPU, allowed.against(guava), information()),
        new Row(
            "one bucket denied, to Resilience4j denied",
            CPU,
            denied.against(resilience4j),
            timesFaster(3).aimingAt(3.7)),
        new Row(
            "one bucket, 2 threads, to Bucket4j probe",
            CPU,
            contended.against(contendedProbe),
            timesFaster(2.5).aimingAt(8)),
        new Row(
            "one bucket, coarse clock, to Bucket4j tryConsume (milliseconds)",
            CPU,
            coarse.against(tryConsume),
            timesFaster(10).aimingAt(15)),
        new Row(
            "one bucket, coarse clock, to Bucket4j tryConsume (nanoseconds)",
            CPU,
            coarse.against(exactTryConsume),
            timesFaster(10).aimingAt(15)));
  }

  private static List<Row> oneKey() {
    return List.of(
        new Row(
            "LocalLimiter, 1 key, to ConcurrentHashMap + Bucket4j probe",
            CPU,
            oneKey(LOCAL_LIMITER).against(oneKey(MAP_AND_BUCKET4J)),
            atMost(0.65).aimingAt(0.58)));
  }

  private static List<Row> millionKeys() {
    Contestant ours = millionKeys(LOCAL_LIMITER);
    Contestant bucket4j = millionKeys(MAP_AND_BUCKET4J);
    String name = "LocalLimiter, 1,000,000 keys, zipf 0.99, to ";
    return List.of(
        new Row(
            name + "ConcurrentHashMap + Bucket4j probe",
            CPU,
            ours.against(bucket4j),
            atMost(0.62).aimingAt(0.3)),
        new Row(
            name + "ConcurrentHashMap + Bucket4j probe, wall",
            WALL,
            ours.against(bucket4j),
            atMost(0.62).aimingAt(0.3)),
        new Row(
            name + "our cells in Caffeine",
            CPU,
            ours.against(millionKeys(CELLS_IN_CAFFEINE)),
            information()),
        new Row(
            name + "our cells in Caffeine with expireAfterAccess",
            CPU,
            ours.against(millionKeys(CELLS_IN_EXPIRING_CAFFEINE)),
            information()),
        new Row(
            name + "our cells in a bare ConcurrentHashMap",
            CPU,
            ours.against(millionKeys(CELLS_IN_MAP)),
            information()));
  }

  private static List<Row> memory() {
    Contestant ours = new HeapContestant(LOCAL_LIMITER);
    return List.of(
        new Row(
            "allocation per check",
            ALLOCATION,
            oneKey(LOCAL_LIMITER).against(oneKey(MAP_AND_BUCKET4J)),
            bytesAtMost(64).aimingAt(40)),
        new Row(
            "heap per key beyond the key, 1,000,000 keys",
            HEAP,
            ours.against(new HeapContestant(MAP_AND_BUCKET4J)),
            bytesAtMost(130).aimingAt(64)),
        new Row(
            "heap per key, to our cells in Caffeine",
            HEAP,
            ours.against(new HeapContestant(CELLS_IN_CAFFEINE)),
            information()));
  }

  private static List<Row> flood() {
    return List.of(
        new Row(
            "flood, new keys allowed, to our cells in Caffeine",
            CPU,
            flood(LOCAL_LIMITER, Flood.ALLOWED).against(flood(CELLS_IN_CAFFEINE, Flood.ALLOWED)),
            information()),
        new Row(
            "flood, new keys denied, to our cells in Caffeine, which allow them",
            CPU,
            flood(LOCAL_LIMITER, Flood.DENIED).against(flood(CELLS_IN_CAFFEINE, Flood.DENIED)),
            information()));
  }

  private static Contestant oneKey(Subject subject) {
    return JmhContestant.of(OneKeyCheck.class, "check").with("subject", subject);
  }

  private static Contestant millionKeys(Subject subject) {
    return manyKeys(subject, 1_000_000, ZIPF);
  }

  /** Checks of known keys, few of which are busy; with an exponent of 0 all alike. */
  static Contestant manyKeys(Subject subject, int keys, double exponent) {
    return JmhContestant.of(ManyKeysCheck.class, "check")
        .with("subject", subject)
        .with("keys", keys)
        .with("exponent", exponent);
  }

  private static Contestant flood(Subject subject, Flood flood) {
    return JmhContestant.of(FloodCheck.class, "check")
        .with("subject", subject)
        .with("flood", flood);
  }
}
