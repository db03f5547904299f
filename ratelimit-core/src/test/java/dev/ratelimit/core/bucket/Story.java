package dev.ratelimit.core.bucket;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.core.algorithm.Grant;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Step;
import dev.ratelimit.core.algorithm.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plays the moves of a plan on one key. */
final class Story {

  private static final long LATEST = 4_000_000_000_000_000L;
  private static final int RECENT = 3;
  private static final long HOUR_MICROS = 3_600_000_000L;

  private final List<Terms> limits;
  private final List<Grant> leases = new ArrayList<>();
  private Terms terms;
  private long micros;
  private @Nullable BucketState state;
  private long retryMicros;
  private Report report;

  /**
   * What happened at one move.
   *
   * @param stored before it
   * @param request what was asked
   * @param step what came of it
   */
  record Happening(
      @Nullable BucketState stored, Terms terms, long micros, Request request, Step<?> step) {

    /** The key at an instant if nothing else happens. */
    Bucket later(long micros) {
      return Bucket.at(step.state(), terms.units(), micros);
    }

    @Nullable BucketState state() {
      return (BucketState) step.state();
    }

    Report report() {
      return Story.report(step.answer());
    }

    long retryMicros() {
      return Story.retryMicros(step.answer());
    }
  }

  Story(Plan plan) {
    this.limits = plan.limits();
    this.terms = limits.get(0);
    this.micros = plan.startMicros();
    this.report = new Report(terms.burst(), terms.burst(), 0);
  }

  Happening play(Move move) {
    waitAsLongAs(move);
    return ask(request(move));
  }

  void waitAsLongAs(Move move) {
    micros = Math.max(0, Math.min(LATEST, micros + pause(move)));
    terms = move.limit() == Move.SAME_LIMIT ? terms : limits.get(move.limit());
  }

  Happening ask(Request request) {
    BucketState stored = state;
    Step<?> step = request.on(Bucket.at(stored, terms.units(), micros));
    state = (BucketState) step.state();
    report = report(step.answer());
    retryMicros = Math.max(0, retryMicros(step.answer()));
    if (request.op() == Request.Op.GRANT && step.answer() instanceof Grant grant) {
      leases.add(grant);
    }
    return new Happening(stored, terms, micros, request, step);
  }

  long micros() {
    return micros;
  }

  private static Report report(Object answer) {
    if (answer instanceof Verdict verdict) {
      return verdict.report();
    }
    return answer instanceof Grant grant ? grant.report() : (Report) answer;
  }

  private static long retryMicros(Object answer) {
    if (answer instanceof Verdict verdict) {
      return verdict.retryAfterMicros();
    }
    return answer instanceof Grant grant ? grant.retryAfterMicros() : 0;
  }

  private long pause(Move move) {
    BucketUnits units = terms.units();
    long tick = units.tickMicros();
    return switch (move.pause()) {
      case NONE -> 0;
      case MICRO -> 1;
      case TICK -> tick - micros % tick;
      case ALMOST_A_TICK -> tick - micros % tick - 1;
      case RETRY -> retryMicros;
      case ALMOST_RETRY -> Math.max(0, retryMicros - 1);
      case RESET -> report.resetAfterMicros();
      case SLOT -> units.slotTicks() * tick;
      case LAPSE -> untilLapse();
      case ALMOST_A_LAPSE -> untilLapse() - 1;
      case PART_OF_SLOT -> units.slotTicks() * tick * move.part() / 1_000;
      case PART_OF_REFILL -> partOfRefill(move);
      case BACK_A_MICRO -> -1;
      case BACK_A_TICK -> -tick;
      case BACK_A_PART -> -partOfRefill(move);
    };
  }

  private long partOfRefill(Move move) {
    BucketUnits units = terms.units();
    return units.ticksToPay(units.capacity()) * units.tickMicros() / 1_000 * move.part();
  }

  private long untilLapse() {
    if (state == null || state.out().isEmpty()) {
      return 1;
    }
    BucketUnits units = state.units();
    return Math.max(1, state.out().nextLapse(units) * units.tickMicros() - micros);
  }

  Request request(Move move) {
    long permits = size(move, report.remaining(), terms.burst());
    return switch (move.op()) {
      case RESERVE -> Request.reserve(permits, mostWait() / 999 * move.part());
      case SPENT, GIVE_BACK -> release(move);
      default -> Request.of(move.op(), permits);
    };
  }

  private Request release(Move move) {
    if (leases.isEmpty()) {
      return new Request(move.op(), 1, 0, 0, 0);
    }
    int recent = Math.min(RECENT, leases.size());
    Grant lease = leases.get(leases.size() - 1 - move.part() % recent);
    long permits = size(move, lease.granted(), lease.granted());
    Request honest = Request.release(move.op(), lease, permits);
    return move.part() % 7 == 0
        ? new Request(move.op(), permits, 0, lease.generation() + 1, lease.slot())
        : honest;
  }

  private long mostWait() {
    BucketUnits units = terms.units();
    long ticks = (BucketUnits.MAX_DEBT - units.capacity()) / units.unitsPerTick();
    return ticks > HOUR_MICROS / units.tickMicros() ? HOUR_MICROS : ticks * units.tickMicros();
  }

  private static long size(Move move, long level, long whole) {
    return switch (move.size()) {
      case NOTHING -> 0;
      case ONE -> 1;
      case LEVEL -> level;
      case LEVEL_AND_ONE -> level + 1;
      case PART -> whole * move.part() / 4_000;
      case BURST -> whole;
      case BURST_AND_ONE -> whole + 1;
      case HUGE -> Long.MAX_VALUE;
    };
  }
}
