package dev.ratelimit.local.lease;

import dev.ratelimit.Decision;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counts what is asked of a key here, without a count of its own where permits in hand are spent.
 *
 * <p>{@link #denied} may be called by any thread, all else by one at a time.
 */
final class Usage {

  /** Permits that are not spent for so long are given back (ADR 0015). */
  static final long IDLE_MICROS = 1_000_000;

  private final Hand hand;
  private final LongAdder deniedPermits = new LongAdder();
  private final LongAdder deniedChecks = new LongAdder();
  private long spentBefore;
  private long spentAtLook;
  private long lookedMicros;

  Usage(Hand hand) {
    this.hand = hand;
  }

  /** A check was denied here. */
  void denied(long cost) {
    deniedPermits.add(cost);
    deniedChecks.increment();
  }

  /** Tells what was asked for since the last time. Each permit spent counts as a check. */
  void tell(Sizing sizing, long nowMicros) {
    long spentEver = hand.spentEver();
    long spent = Math.max(0, spentEver - spentBefore);
    spentBefore = spentEver;
    sizing.askedSince(
        spent + deniedPermits.sumThenReset(), spent + deniedChecks.sumThenReset(), nowMicros);
  }

  /** A check that waited was told of when it came, and is answered now. */
  void alreadyTold(long cost, @Nullable Decision known) {
    if (known != null && known.allowed()) {
      spentBefore += cost;
    } else if (known != null) {
      deniedPermits.add(-cost);
      deniedChecks.decrement();
    }
  }

  /** The hand was empty until now. */
  void begins(long nowMicros) {
    lookedMicros = nowMicros;
  }

  /** {@return whether nothing has been spent since the last look, which is a while ago} */
  boolean isIdle(long nowMicros) {
    long spentEver = hand.spentEver();
    if (spentEver != spentAtLook) {
      spentAtLook = spentEver;
      lookedMicros = nowMicros;
      return false;
    }
    return nowMicros - lookedMicros >= IDLE_MICROS;
  }
}
