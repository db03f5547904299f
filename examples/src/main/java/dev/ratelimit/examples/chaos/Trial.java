package dev.ratelimit.examples.chaos;

import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.examples.chaos.scene.Effect;
import dev.ratelimit.examples.chaos.scene.Fault;
import dev.ratelimit.examples.chaos.scene.Keys;
import dev.ratelimit.examples.chaos.scene.NotRunException;
import dev.ratelimit.examples.chaos.scene.Pauses;
import dev.ratelimit.examples.chaos.scene.Scene;
import dev.ratelimit.local.tiered.TieredLimiter;
import dev.ratelimit.redis.RedisLimiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Puts a Redis under load, has something befall it, and reckons up what was charged and admitted.
 *
 * <p>Three kinds of callers: of {@code RedisLimiter} and of a strict {@code TieredLimiter} that
 * allows everything in an outage, both under limits that are never reached, so that at the end
 * Redis shows what was charged; and of a fleet that leases and has shares to fall back to, whose
 * limit is reached all the time.
 */
final class Trial {

  private static final int THREADS = 8;
  private static final int BEFORE_MILLIS = 1_500;
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  /** Fills up by one a day, so that what was charged can be read off at the end. */
  private static final TokenBucket NEVER_REACHED = Limit.of(1, Duration.ofDays(1), 30_000);

  private final Scene scene;
  private final Manner manner;
  private final Heard plainHeard = new Heard();
  private final Heard tieredHeard = new Heard();

  private Trial(Scene scene, Manner manner) {
    this.scene = scene;
    this.manner = manner;
  }

  /** Lets this process load what it needs, and start what it keeps. */
  static void warmUp() {
    Footprint before = Footprint.now();
    try (Scene scene = Fault.NONE.open()) {
      new Trial(scene, Manner.COUNTED).rows();
    }
    Footprint.after(before);
  }

  /** {@return what came of it} */
  static Outcome of(Fault fault, Manner manner) {
    Footprint before = Footprint.now();
    List<Row> rows;
    try (Scene scene = fault.open()) {
      rows = new Trial(scene, manner).rows();
    } catch (NotRunException e) {
      return Outcome.notRun(fault, String.valueOf(e.getMessage()));
    }
    return new Outcome(fault, rows, before, manner.after(before), Optional.empty());
  }

  private List<Row> rows() {
    scene.prepare();
    Callers plain = callers(limiter("plain:", plainHeard), plainHeard);
    Callers tiered =
        callers(
            TieredLimiter.builder(limiter("tiered:", tieredHeard))
                .strict()
                .fallback(Fallback.open())
                .listener(tieredHeard)
                .build(),
            tieredHeard);
    LimitedFleet fleet = new LimitedFleet(scene);
    List<Callers> all = new ArrayList<>(List.of(plain, tiered));
    all.addAll(fleet.instances());
    try (plain;
        tiered;
        fleet) {
      Pauses pauses = manner.pauses(all);
      pauses.of(BEFORE_MILLIS);
      all.forEach(Callers::start);
      scene.strike(pauses);
      all.forEach(Callers::faultIsOver);
      manner.awaitRecovery(all);
    }
    return List.of(
        row("RedisLimiter", plain, plainHeard, "plain:"),
        row("TieredLimiter, strict", tiered, tieredHeard, "tiered:"),
        new Row(
            "3 TieredLimiters",
            fleet.instances(),
            fleet.heard(),
            Optional.empty(),
            Optional.of(fleet.admitted(scene.forgotten()))));
  }

  private static Callers callers(PermitLimiter limiter, Heard heard) {
    return new Callers(limiter, heard::isDegraded, Keys.all(), THREADS);
  }

  private RedisLimiter limiter(String prefix, LimiterListener listener) {
    return scene.limiter().limit(NEVER_REACHED).prefix(prefix).listener(listener).build();
  }

  private Row row(String who, Callers callers, Heard heard, String prefix) {
    return new Row(
        who,
        List.of(callers),
        heard,
        Optional.of(charges(callers, heard, prefix)),
        Optional.empty());
  }

  private Charges charges(Callers callers, Heard heard, String prefix) {
    try (RedisLimiter reader =
        scene.limiter().limit(NEVER_REACHED).prefix(prefix).deadline(PATIENCE).build()) {
      Unexplained sent = Unexplained.of(reader, callers.books(), heard.uncertain());
      Unexplained neverSent =
          Unexplained.of(reader, callers.neverSent(), heard.uncertain() - sent.uncertain());
      Effect effect = scene.effect();
      return new Charges(
          heard.uncertain(),
          effect.mostUncertain(heard.degradations(), heard.failedCalls()),
          sent.more(),
          neverSent.more(),
          sent.lost() + neverSent.lost(),
          effect.losesWrites());
    }
  }

  /**
   * What Redis says was charged, against what was acknowledged.
   *
   * @param more charges that no request explains
   * @param lost charges that are gone
   * @param uncertain charges that requests explain of which it is not known
   */
  private record Unexplained(long more, long lost, long uncertain) {

    static Unexplained of(RedisLimiter reader, Map<String, Book> books, long mostUncertain) {
      long more = 0;
      long lost = 0;
      for (Map.Entry<String, Book> each : books.entrySet()) {
        long left = reader.peek(each.getKey(), 1).remaining();
        long difference = NEVER_REACHED.burst() - left - each.getValue().charged();
        more += Math.max(0, difference);
        lost += Math.max(0, -difference);
      }
      long uncertain = Math.min(more, mostUncertain);
      return new Unexplained(more - uncertain, lost, uncertain);
    }
  }
}
