package dev.ratelimit.core.bucket;

import static dev.ratelimit.core.bucket.SlowLimit.big;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.core.algorithm.Grant;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.bucket.Request.Op;
import dev.ratelimit.core.bucket.Story.Happening;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Instances that share one key: they ask it, and spend what they have leased of it. */
final class Fleet {

  private static final int TERM_SLOTS = 4;

  private final Story story;
  private final BucketUnits units;
  private final List<Hand> hands = new ArrayList<>();
  private final List<Admission> admissions = new ArrayList<>();

  /** Units that were admitted at an instant; less than none if they were given back. */
  record Admission(long micros, BigInteger units) {}

  /** Permits in the hand of one instance, which spends them by itself for one term. */
  private static final class Hand {
    final Grant lease;
    final long endMicros;
    long held;
    long unreported;

    Hand(Grant lease, long endMicros) {
      this.lease = lease;
      this.endMicros = endMicros;
      this.held = lease.granted();
    }
  }

  Fleet(Plan plan) {
    this.story = new Story(plan);
    this.units = plan.limits().get(0).units();
  }

  List<Admission> admissions() {
    return admissions;
  }

  /** One move of the story; whoever holds permits may spend some of them before it. */
  void play(Move move) {
    story.waitAsLongAs(move);
    hands.removeIf(hand -> hand.held + hand.unreported == 0);
    for (Hand hand : hands) {
      spend(hand, hand.held * (move.part() % 4) / 3);
    }
    switch (move.op()) {
      case SPENT -> reportSpent(move);
      case GIVE_BACK -> giveBack(move);
      default -> note(story.ask(story.request(move)));
    }
  }

  private void spend(Hand hand, long permits) {
    if (story.micros() < hand.endMicros) {
      hand.held -= permits;
      hand.unreported += permits;
      admit(story.micros(), permits);
    }
  }

  /** Tells the bucket what was spent; one message in seven is lost. */
  private void reportSpent(Move move) {
    if (!hands.isEmpty()) {
      Hand hand = hands.get(move.part() % hands.size());
      long permits = hand.unreported;
      hand.unreported = 0;
      if (move.part() % 7 != 0) {
        story.ask(Request.release(Op.SPENT, hand.lease, permits));
      }
    }
  }

  private void giveBack(Move move) {
    if (!hands.isEmpty()) {
      Hand hand = hands.get(move.part() % hands.size());
      long permits = hand.held;
      hand.held = 0;
      if (move.part() % 7 != 0) {
        story.ask(Request.release(Op.GIVE_BACK, hand.lease, permits));
      }
    }
  }

  private void note(Happening happening) {
    long micros = happening.micros();
    Object answer = happening.step().answer();
    switch (happening.request().op()) {
      case CHECK, RESERVE -> {
        if (answer instanceof Verdict verdict && verdict.granted()) {
          admit(micros + verdict.waitMicros(), happening.request().amount());
        }
      }
      case TAKE -> admit(micros, ((Grant) answer).granted());
      case GRANT -> hands.add(new Hand((Grant) answer, micros + termMicros()));
      case REFUND, RESET -> takeBack(happening);
      default -> {}
    }
  }

  private long termMicros() {
    return TERM_SLOTS * units.slotTicks() * units.tickMicros();
  }

  private void admit(long micros, long permits) {
    admissions.add(new Admission(micros, big(permits).multiply(big(units.unitsPerPermit()))));
  }

  /** A refund counts for what it brought, which is less than was given back to a full key. */
  private void takeBack(Happening happening) {
    long before = debt(happening.stored(), happening);
    long after = debt(happening.state(), happening);
    admissions.add(new Admission(happening.micros(), big(after - before)));
  }

  private static long debt(BucketState state, Happening happening) {
    return Refill.of(state, happening.terms().units(), happening.micros()).state().debt();
  }
}
