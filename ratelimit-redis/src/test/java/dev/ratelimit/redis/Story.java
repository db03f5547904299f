package dev.ratelimit.redis;

import dev.ratelimit.Decision;
import dev.ratelimit.Rule;
import dev.ratelimit.core.Reservable;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.LeaseCall;
import dev.ratelimit.core.store.LeaseId;
import dev.ratelimit.core.store.LeaseReply;
import dev.ratelimit.core.store.LeasedPermits;
import dev.ratelimit.core.store.LeasingStore;
import dev.ratelimit.core.store.Taken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Plays one history on a key of two stores, asking both the same. Not thread-safe. */
final class Story {

  private static final long START = 1_767_225_600_000_000L;
  private static final long LATEST = 4_000_000_000_000_000L;
  private static final long SECOND = 1_000_000;
  private static final int RECENT = 3;

  private final List<Rule> rules;
  private final LeasingStore model;
  private final HandClockStore subject;
  private final String key;
  private final List<LeasedPermits> leases = new ArrayList<>();
  private Rule rule;
  private long micros = START;
  private Decision last;

  /** What both said, and when. */
  record Answers(Object model, Object subject, String told) {}

  Story(List<Rule> rules, LeasingStore model, HandClockStore subject, String key) {
    this.rules = rules;
    this.model = model;
    this.subject = subject;
    this.key = key;
    this.rule = rules.get(0);
    this.last = model.peek(key, rule, 1, micros);
  }

  Answers play(Move move) {
    micros = Math.max(0, Math.min(LATEST, micros + pause(move)));
    rule = move.rule() == Move.SAME ? rule : rules.get(move.rule());
    return switch (move.op()) {
      case CHECK -> both(move, store -> store.check(key, rule, size(move), micros));
      case PEEK -> both(move, store -> store.peek(key, rule, size(move), micros));
      case REFUND -> both(move, store -> store.refund(key, rule, size(move), micros));
      case RESET -> both(move, store -> store.reset(key, rule, micros));
      case TAKE -> both(move, store -> store.take(key, rule, size(move), micros));
      case RESERVE -> {
        Hold hold = new Hold(size(move), longestWait() / 999 * move.part());
        yield both(move, store -> store.reserve(key, rule, hold, micros));
      }
      case LEASE, SPENT, RETURN, RENEW -> {
        LeaseCall call = leaseCall(move);
        yield both(move, store -> store.lease(key, rule, call, micros));
      }
    };
  }

  String key() {
    return key;
  }

  Rule rule() {
    return rule;
  }

  long micros() {
    return micros;
  }

  /** An operation on either store. */
  private interface Asking {
    Object of(LeasingStore store);
  }

  /** What a kind of limit does not know, neither store does, and both say the same. */
  private static Object answer(Asking asking, LeasingStore store) {
    try {
      return asking.of(store);
    } catch (IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private Answers both(Move move, Asking asking) {
    String told = move + " of " + rule + " at " + micros;
    long level = last.remaining();
    Object expected = answer(asking, model);
    Object actual = answer(asking, subject);
    remember(expected);
    return new Answers(expected, actual, told + ", level before " + level);
  }

  private void remember(Object answer) {
    if (answer instanceof Decision decision) {
      last = decision;
    } else if (answer instanceof Taken taken) {
      last = taken.decision();
    } else if (answer instanceof Held held) {
      last = held.decision();
    } else if (answer instanceof LeaseReply reply) {
      last = reply.afterwards();
      leases.add(new LeasedPermits(reply.id(), reply.granted()));
    }
  }

  private LeaseCall leaseCall(Move move) {
    long permits = size(move);
    LeasedPermits lease = lease(move);
    return switch (move.op()) {
      case SPENT -> LeaseCall.spent(lease);
      case RETURN -> LeaseCall.returned(lease);
      case RENEW ->
          new LeaseCall(
              List.of(lease), List.of(lease), move.part() % 3, Math.min(permits, burst()));
      default -> LeaseCall.grant(permits);
    };
  }

  private LeasedPermits lease(Move move) {
    if (leases.isEmpty()) {
      return new LeasedPermits(new LeaseId(0, 0), 1);
    }
    LeasedPermits lease =
        leases.get(leases.size() - 1 - move.part() % Math.min(RECENT, leases.size()));
    long permits = lease.permits() * move.part() / 700;
    LeaseId id = lease.id();
    return move.part() % 7 == 0
        ? new LeasedPermits(new LeaseId(id.generation() + 1, id.slot()), permits)
        : new LeasedPermits(id, permits);
  }

  private long burst() {
    return rule.limit().mostPermits();
  }

  private long longestWait() {
    return Reservable.longestWait(rule.limit()).orElse(SECOND);
  }

  private long pause(Move move) {
    Spans spans = Spans.of(rule.limit());
    long slot = spans.slotMicros();
    long refill = spans.refillMicros();
    return switch (move.pause()) {
      case NONE -> 0;
      case MICRO -> 1;
      case MILLI -> 1_000;
      case RETRY -> last.allowed() ? 0 : micros(last.retryAfter());
      case RESET -> micros(last.resetAfter());
      case PART_OF_SECOND -> SECOND * move.part() / 1_000;
      case SLOT -> slot;
      case PART_OF_SLOT -> slot / 1_000 * move.part();
      case PART_OF_REFILL -> refill / 1_000 * move.part();
      case BACK_A_MICRO -> -1;
      case BACK_A_SECOND -> -SECOND;
      case BACK_A_PART -> -(refill / 1_000 * move.part());
    };
  }

  private static long micros(Duration duration) {
    return duration.compareTo(Duration.ofDays(40_000)) > 0
        ? 0
        : TimeUnit.MICROSECONDS.convert(duration);
  }

  private long size(Move move) {
    return switch (move.size()) {
      case NOTHING -> 0;
      case ONE -> 1;
      case LEVEL -> last.remaining();
      case LEVEL_AND_ONE -> last.remaining() + 1;
      case PART -> burst() / 4_000 * move.part() + burst() % 4_000 * move.part() / 4_000;
      case BURST -> burst();
      case BURST_AND_ONE -> burst() + 1;
      case HUGE -> Long.MAX_VALUE;
    };
  }
}
