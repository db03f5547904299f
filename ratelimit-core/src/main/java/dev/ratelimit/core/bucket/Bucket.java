package dev.ratelimit.core.bucket;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.core.algorithm.Found;
import dev.ratelimit.core.algorithm.Grant;
import dev.ratelimit.core.algorithm.KeyState;
import dev.ratelimit.core.algorithm.LimitedKey;
import dev.ratelimit.core.algorithm.Owed;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Step;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.algorithm.Wait;
import org.jspecify.annotations.Nullable;

/**
 * A token bucket at one instant, on which one operation is performed: refill, decide, settle.
 *
 * <p>Every operation returns a {@link Step} and changes nothing here. Amounts are at least 0.
 * Immutable.
 */
@SuppressWarnings("exports") // JSpecify's annotations are not needed at run time
public final class Bucket implements LimitedKey {

  private final BucketUnits units;
  private final long micros;
  private final Found found;
  private final BucketState present;

  private Bucket(BucketUnits units, long micros, @Nullable BucketState stored) {
    this(units, micros, stored, Refill.of(stored, units, micros));
  }

  private Bucket(BucketUnits units, long micros, @Nullable BucketState stored, Refill refill) {
    this.units = units;
    this.micros = micros;
    this.found = new Found(stored, refill.mustWrite());
    this.present = refill.state();
  }

  /**
   * {@return the bucket of a key at an instant}
   *
   * @param stored what is stored of it, {@code null} if nothing is; the state of another kind of
   *     limit counts as nothing
   * @param units of the limit it is under now
   * @param micros the instant, since the epoch
   */
  public static Bucket at(@Nullable KeyState stored, BucketUnits units, long micros) {
    return new Bucket(units, micros, stored instanceof BucketState bucket ? bucket : null);
  }

  /**
   * {@return the bucket of a key whose state another has brought to an instant already}
   *
   * <p>Not the same as {@link #at}: right after a change to a finer tick, a state can count an
   * amount that a second refill would drop.
   *
   * @param present the state at the tick of the instant, under the units
   * @param units of the limit it is under
   * @param micros the instant, since the epoch
   */
  public static Bucket refilled(BucketState present, BucketUnits units, long micros) {
    return new Bucket(units, micros, present, new Refill(present, false));
  }

  @Override
  public Step<Verdict> check(long cost) {
    long wait = waitFor(cost);
    BucketState after = wait == 0 ? charged(cost) : present;
    return settle(wait == 0 && cost > 0, after, new Verdict(wait == 0, 0, wait, report(after)));
  }

  @Override
  public Step<Verdict> peek(long cost) {
    long wait = waitFor(cost);
    return settle(false, present, new Verdict(wait == 0, 0, wait, report(present)));
  }

  @Override
  public Step<Verdict> reserve(long cost, long maxWaitMicros) {
    Debt.requireReservable(units, maxWaitMicros);
    long wait = waitFor(cost);
    if (wait == Wait.NEVER) {
      return settle(false, present, new Verdict(false, 0, Wait.NEVER, report(present)));
    }
    long fits = cost == 0 ? present.tick() : walk().frees(units.burst() - cost);
    if (wait <= maxWaitMicros && fits == present.tick()) {
      BucketState after = charged(cost);
      return settle(cost > 0, after, new Verdict(true, wait, 0, report(after)));
    }
    // A reservation must not wait across a clip: what is out might come back to be spent.
    long untilFits = fits == present.tick() ? 0 : fits * units.tickMicros() - micros;
    long retry = Math.max(wait - maxWaitMicros, untilFits);
    return settle(false, present, new Verdict(false, 0, retry, report(present)));
  }

  @Override
  public Step<Grant> take(long want) {
    long granted = Math.min(want, units.level(present.debt()));
    return settleGrant(want, granted, charged(granted), 0);
  }

  /**
   * {@return as many permits as are there, at most {@code want}, leased: they count as out until
   * they are reported spent, come back, or lapse}
   *
   * @param want permits, at least 0
   */
  public Step<Grant> grant(long want) {
    long granted = Math.min(want, units.level(present.debt()));
    long slot = Outstanding.slotOf(units, present.tick());
    Outstanding out =
        granted == 0 ? present.out() : present.out().with(slot, present.out().in(slot) + granted);
    return settleGrant(want, granted, present.with(charged(granted).debt(), out), slot);
  }

  /**
   * {@return the key after leased permits were reported spent: they are no longer out}
   *
   * @param generation of the lease
   * @param slot of the lease
   * @param permits how many, at least 0
   */
  public Step<Report> spent(long generation, long slot, long permits) {
    return release(generation, slot, permits, 0);
  }

  /**
   * {@return the key after leased permits came back unspent}
   *
   * @param generation of the lease
   * @param slot of the lease
   * @param permits how many, at least 0
   */
  public Step<Report> giveBack(long generation, long slot, long permits) {
    return release(generation, slot, permits, units.unitsPerPermit());
  }

  /**
   * {@return the key after permits were given back, never beyond full nor what is out on lease}
   *
   * @param permits how many, at least 0
   */
  @Override
  public Step<Report> refund(long permits) {
    long left = Debt.refunded(units, present.debt(), permits);
    BucketState after = present.withDebt(Math.max(leased(), left));
    return settle(permits > 0, after, report(after));
  }

  /** {@return the key after it was reset: it owes no more than what is out on lease} */
  @Override
  public Step<Report> reset() {
    BucketState after = present.withDebt(leased());
    return settle(true, after, report(after));
  }

  /** {@return what the key owes} */
  public Step<Owed> owed() {
    return settle(false, present, new Owed(present.debt(), micros));
  }

  private Step<Report> release(long generation, long slot, long permits, long debtEach) {
    long counted = generation == present.generation() ? present.out().in(slot) : 0;
    long released = Math.min(permits, counted);
    if (released == 0) {
      return settle(false, present, report(present));
    }
    BucketState after =
        present.with(
            present.debt() - released * debtEach, present.out().with(slot, counted - released));
    return settle(true, after, report(after));
  }

  private Step<Grant> settleGrant(long want, long granted, BucketState after, long slot) {
    long retry = granted > 0 || want == 0 ? 0 : waitFor(1);
    Grant answer = new Grant(granted, present.generation(), slot, retry, report(after));
    return settle(granted > 0, after, answer);
  }

  private <A> Step<A> settle(boolean changed, BucketState after, A answer) {
    return found.step(changed, after.isFull() ? null : after, answer);
  }

  private BucketState charged(long cost) {
    return present.withDebt(present.debt() + cost * units.unitsPerPermit());
  }

  private long waitFor(long cost) {
    if (cost > units.burst()) {
      return Wait.NEVER;
    }
    long shortfall = units.shortfall(present.debt(), cost);
    return shortfall == 0 ? 0 : until(walk().reaches(present.debt() - shortfall));
  }

  private Report report(BucketState state) {
    long reset =
        state.debt() == 0
            ? 0
            : until(new Walk(units, state.tick(), state.debt(), state.out()).reaches(0));
    return new Report(units.burst(), units.level(state.debt()), reset);
  }

  private long until(long tick) {
    return tick * units.tickMicros() - micros;
  }

  private Walk walk() {
    return new Walk(units, present.tick(), present.debt(), present.out());
  }

  private long leased() {
    return present.out().total() * units.unitsPerPermit();
  }
}
