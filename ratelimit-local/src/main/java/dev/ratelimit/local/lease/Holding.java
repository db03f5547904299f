package dev.ratelimit.local.lease;

import dev.ratelimit.Decision;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import dev.ratelimit.core.store.LeaseCall;
import dev.ratelimit.core.store.LeaseReply;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What this process holds of one key and knows of it: the permits in hand, what the store had too
 * little for, and who waits for the call in flight.
 *
 * <p>Thread-safe. {@link #answer} takes no lock.
 */
final class Holding implements Entry {

  private static final long NO_REFILL = -1;
  private static final long AFTER_FAILURE_MICROS = 50_000;

  private final String key;
  private final Pace pace;
  private final Hand hand = new Hand();
  private final Usage usage = new Usage(hand); // but for what is denied, guarded by this
  private volatile LeaseTerms terms; // written under this
  private volatile Scarcity scarcity = Scarcity.NONE; // written under this
  private volatile boolean asking; // written under this
  private volatile long lowWater = NO_REFILL; // written under this
  private volatile long noRefillBefore; // written under this
  private final Sizing sizing = new Sizing(); // guarded by this
  private final Queue<Waiter> waiting = new ArrayDeque<>(); // guarded by this
  private final StoreView store; // guarded by this
  private final Expiry expiry; // guarded by this
  private boolean retired; // guarded by this
  private boolean dropped; // guarded by this
  private long settledMicros; // guarded by this: what was asked before does not tell

  Holding(String key, LeaseTerms terms, Pace pace) {
    this.key = key;
    this.terms = terms;
    this.pace = pace;
    this.store = new StoreView(terms);
    this.expiry = new Expiry(pace.time());
  }

  String key() {
    return key;
  }

  boolean isOf(Rule rule) {
    return terms.isOf(rule);
  }

  /** {@return what can be answered here: from what is in hand, else by what was denied before} */
  @Override
  public @Nullable Decision answer(Rule rule, long cost, long nowMicros) {
    LeaseTerms present = terms;
    if (!present.isOf(rule)) {
      return null;
    }
    @Nullable Decision spent = hand.spend(present, cost, nowMicros);
    return spent == null ? denial(rule, cost, nowMicros) : spent;
  }

  private @Nullable Decision denial(Rule rule, long cost, long nowMicros) {
    @Nullable Decision denial = scarcity.denial(rule, cost, nowMicros);
    if (denial != null) {
      usage.denied(cost);
    }
    return denial;
  }

  /** {@return whether it may be time to ask for more ahead} */
  boolean isLow(long nowMicros) {
    return hand.isLow(lowWater)
        && !asking
        && nowMicros >= noRefillBefore
        && !scarcity.isPaused(nowMicros);
  }

  /** {@return a call for more, if it is time} */
  synchronized Optional<Inquiry> refill(long nowMicros) {
    if (retired || !isLow(nowMicros)) {
      return Optional.empty();
    }
    usage.tell(sizing, nowMicros);
    if (!sizing.isWorthwhile(terms) || !isLeased(nowMicros)) {
      lowWater = NO_REFILL;
      return Optional.empty();
    }
    return Optional.of(lease(0, nowMicros, null));
  }

  /** {@return what is to be done about a check that could not be answered} */
  synchronized Move ask(LeaseTerms of, long cost, long nowMicros, boolean blocks) {
    if (retired) {
      return Move.GONE;
    }
    adopt(of, nowMicros);
    @Nullable Decision known = answer(of.rule(), cost, nowMicros);
    if (known != null) {
      return new Move.Answer(known);
    }
    usage.tell(sizing, nowMicros);
    sizing.askedNow(cost, nowMicros);
    if (!isLeased(nowMicros)) {
      return new Move.Ask(Inquiry.check(this, terms, cost, nowMicros));
    }
    if (asking) {
      Waiter waiter = Waiter.of(cost, nowMicros, blocks);
      waiting.add(waiter);
      return new Move.Join(waiter);
    }
    return new Move.Ask(lease(cost, nowMicros, null));
  }

  private boolean isLeased(long nowMicros) {
    return !store.isExact(nowMicros) && pace.keepsUp(terms) && sizing.isHot();
  }

  /** The key is under a rule now. {@return whether its limit has changed} */
  synchronized boolean changesTo(LeaseTerms of, long nowMicros) {
    return !retired && adopt(of, nowMicros);
  }

  /** Under a changed limit nothing in hand is spent, and nothing that was known holds. */
  private boolean adopt(LeaseTerms of, long nowMicros) {
    boolean changed = !of.rule().limit().equals(terms.rule().limit());
    if (changed) {
      hand.drop();
      scarcity = Scarcity.NONE;
      store.changed(of, nowMicros);
    }
    terms = of;
    return changed;
  }

  private Inquiry lease(long cost, long nowMicros, @Nullable Waiter waiter) {
    asking = true;
    sizing.spent();
    long want = sizing.want(terms, cost, store.level());
    LeaseCall call = new LeaseCall(hand.takeSpent(), hand.takeReturns(), cost, want);
    boolean scarce = Sizing.isScarce(terms, store.level());
    return new Inquiry(this, terms, call, Inquiry.Kind.LEASE, nowMicros, scarce, waiter);
  }

  /** The store has answered. */
  synchronized Aftermath replied(Inquiry inquiry, LeaseReply reply, long nowMicros) {
    if (inquiry.kind() == Inquiry.Kind.REPORT) {
      return Aftermath.NONE;
    }
    pace.took(nowMicros - inquiry.sentMicros());
    store.isOfGeneration(reply.id().generation(), inquiry.terms(), nowMicros);
    if (reply.check().allowed() && inquiry.kind() == Inquiry.Kind.LEASE) {
      granted(inquiry, reply, nowMicros);
    } else {
      checked(inquiry, reply, nowMicros);
    }
    return inquiry.kind() == Inquiry.Kind.LEASE ? afterwards(nowMicros, null) : Aftermath.NONE;
  }

  /** Where something was denied before, an allowed check too says what is owed since. */
  private void checked(Inquiry inquiry, LeaseReply reply, long nowMicros) {
    Decision check = reply.check();
    store.hasLevel(check.remaining());
    boolean tells = !check.allowed() || scarcity.line() != null;
    if (tells && inquiry.sentMicros() > settledMicros && terms.isOf(inquiry.terms().rule())) {
      boolean leased = inquiry.kind() == Inquiry.Kind.LEASE;
      long until = leased ? pausedFrom(nowMicros) : scarcity.pausedUntilMicros();
      DenyLine line =
          BucketLine.of(terms, inquiry.call().cost(), inquiry.sentMicros(), reply, nowMicros);
      scarcity = Scarcity.of(line, until, check, nowMicros);
    }
  }

  private void granted(Inquiry inquiry, LeaseReply reply, long nowMicros) {
    long level = reply.afterwards().remaining();
    store.hasLevel(level);
    if (reply.granted() > 0) {
      if (hand.nextExpiry() == Long.MAX_VALUE) {
        usage.begins(nowMicros);
      }
      long until = inquiry.sentMicros() + inquiry.terms().termMicros();
      hand.add(new Lease(reply.id(), reply.granted(), until, level));
      if (!terms.isOf(inquiry.terms().rule())) {
        hand.sealAll();
      }
    }
    boolean fewer = reply.granted() < inquiry.call().want();
    boolean stillScarce = inquiry.scarce() && Sizing.isScarce(terms, level);
    scarcity =
        fewer || stillScarce
            ? Scarcity.of(null, pausedFrom(nowMicros), reply.afterwards(), nowMicros)
            : Scarcity.NONE;
    lowWater =
        sizing.isWorthwhile(terms) ? sizing.lowWater(terms, pace.roundTripMicros()) : NO_REFILL;
  }

  private long pausedFrom(long nowMicros) {
    return nowMicros + pace.pauseMicros(terms, key, nowMicros);
  }

  /** The store could not be asked, or has not answered. */
  synchronized Aftermath failed(Inquiry inquiry, Throwable failure, long nowMicros) {
    if (inquiry.kind() != Inquiry.Kind.LEASE) {
      return Aftermath.NONE;
    }
    if (failure instanceof StoreException e && e.charge() == StoreException.Charge.NONE) {
      hand.restore(inquiry.call().spent(), inquiry.call().returned());
    }
    noRefillBefore = nowMicros + AFTER_FAILURE_MICROS;
    return afterwards(nowMicros, failure);
  }

  private Aftermath afterwards(long nowMicros, @Nullable Throwable failure) {
    asking = false;
    List<Aftermath.Told> told = new ArrayList<>();
    List<Inquiry> next = new ArrayList<>();
    while (next.isEmpty() && !waiting.isEmpty()) {
      Waiter waiter = waiting.remove();
      @Nullable Decision known = answer(terms.rule(), waiter.cost(), nowMicros);
      if (known != null || failure != null) {
        usage.alreadyTold(waiter.cost(), known);
        told.add(new Aftermath.Told(waiter, known, known == null ? failure : null));
      } else {
        usage.tell(sizing, nowMicros);
        next.add(lease(waiter.cost(), nowMicros, waiter));
      }
    }
    if (retired) {
      hand.sealAll();
      giveBack(nowMicros).ifPresent(next::add);
    }
    return new Aftermath(told, next);
  }

  /** Has the leases ended when they expire. */
  synchronized void watch(Consumer<Holding> ending) {
    if (!retired) {
      long next = hand.nextExpiry();
      if (next < Long.MAX_VALUE) {
        expiry.at(Math.min(next, pace.micros() + Usage.IDLE_MICROS), () -> ending.accept(this));
      }
    }
  }

  /** Leases end. {@return what gives back what is left of them} */
  synchronized Optional<Inquiry> expire(long nowMicros) {
    expiry.cancel();
    if (usage.isIdle(nowMicros)) {
      hand.sealAll();
    }
    for (Lease.Sealed sealed : hand.sealExpired(nowMicros)) {
      sizing.expired(sealed.unspent(), sealed.granted());
    }
    return giveBack(nowMicros);
  }

  private Optional<Inquiry> giveBack(long nowMicros) {
    if (dropped) {
      hand.drop();
    }
    return hand.hasReturns() ? report(nowMicros) : Optional.empty();
  }

  private Optional<Inquiry> report(long nowMicros) {
    LeaseCall call = new LeaseCall(hand.takeSpent(), hand.takeReturns(), 0, 0);
    return call.spent().isEmpty() && call.returned().isEmpty()
        ? Optional.empty()
        : Optional.of(new Inquiry(this, terms, call, Inquiry.Kind.REPORT, nowMicros, false, null));
  }

  /** It is not found any more. {@return what gives back what is in hand} */
  synchronized Optional<Inquiry> retire(long nowMicros) {
    retired = true;
    expiry.cancel();
    hand.sealAll();
    return giveBack(nowMicros);
  }

  /**
   * The key is under a limit that is not leased: what is in hand lapses.
   *
   * @return whether it was still found
   */
  synchronized boolean drop() {
    boolean found = !retired;
    dropped = true;
    retire(pace.micros());
    return found;
  }

  /** {@return how many leased permits were not spent in their term, each told of once} */
  synchronized long takeExpired() {
    return hand.takeExpired();
  }

  /** {@return how many leased permits can be spent at an instant} */
  long inHand(long nowMicros) {
    return hand.inHand(nowMicros);
  }

  /** {@return whether permits that were spent here are in hand again: all or none} */
  synchronized boolean unspend(long permits) {
    scarcity = scarcity.withoutLine();
    return hand.unspend(permits);
  }

  /** What was denied holds no longer. {@return what tells the store of all that has been spent} */
  synchronized Optional<Inquiry> settle(long nowMicros) {
    settledMicros = nowMicros;
    scarcity = Scarcity.NONE;
    return report(nowMicros);
  }
}
