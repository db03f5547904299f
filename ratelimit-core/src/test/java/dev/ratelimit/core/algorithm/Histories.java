package dev.ratelimit.core.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Plays random histories on one key, and compares each step with the slow statement of the kind:
 * what is allowed, what remains, what is stored, whether it had to be written, and that waits are
 * exact to the microsecond. Clocks step back and limits change on the way.
 *
 * @param <L> the kind of limit
 * @param <S> what its slow statement keeps
 */
public final class Histories<L extends Limit, S> {

  private static final int MOVES = 10;
  private static final long LATEST = 4_000_000_000_000_000L;

  private final Slow<L, S> slow;
  private final Random random;

  private L limit;
  private OneKey key;
  private @Nullable S stored;
  private long retry;
  private long reset;
  private long remaining;

  private Histories(Slow<L, S> slow, long seed) {
    this.slow = slow;
    this.random = new Random(seed);
  }

  /** Plays many histories, always the same. */
  public static <L extends Limit, S> void play(Slow<L, S> slow, int histories) {
    Histories<L, S> played = new Histories<>(slow, 1);
    for (int history = 0; history < histories; history++) {
      played.history();
    }
  }

  private void history() {
    limit = slow.limit(random);
    key = OneKey.under(limit).at(random.nextInt(4) == 0 ? 0 : Amounts.below(random, LATEST));
    stored = null;
    retry = 0;
    reset = 0;
    remaining = limit.mostPermits();
    for (int move = 0; move < MOVES; move++) {
      if (random.nextInt(12) == 0) {
        limit = slow.changed(limit, random);
        key.changeTo(limit);
      }
      long pause = Amounts.pause(random, slow.windowMicros(limit), retry, reset);
      key.at(Math.max(0, Math.min(LATEST, key.micros() + pause)));
      ask();
    }
  }

  private void ask() {
    long amount = Amounts.amount(random, remaining, limit.mostPermits());
    int chance = random.nextInt(20);
    if (chance < 13) {
      verdict(amount, true);
    } else if (chance < 15) {
      verdict(amount, false);
    } else if (chance < 19) {
      settle(amount > 0, slow.refunded(present(), amount), k -> k.refund(amount));
    } else {
      settle(true, slow.forgotten(present()), OneKey::reset);
    }
  }

  private S present() {
    return slow.present(stored, limit, key.micros());
  }

  private void verdict(long cost, boolean charge) {
    S present = present();
    boolean fits = cost == 0 || fitsAt(present, cost, key.micros());
    boolean charged = fits && charge && cost > 0;
    S after = charged ? slow.charged(present, cost, key.micros()) : present;
    Verdict[] told = new Verdict[1];
    settle(
        charged,
        after,
        k -> {
          told[0] = charge ? k.check(cost) : k.peek(cost);
          return told[0].report();
        });
    assertThat(told[0].granted()).as("%s", this).isEqualTo(fits);
    assertThat(told[0].waitMicros()).isZero();
    retry = told[0].retryAfterMicros();
    if (fits) {
      assertThat(retry).as("%s", this).isZero();
    } else if (cost > limit.mostPermits()) {
      assertThat(retry).as("%s", this).isEqualTo(Wait.NEVER);
    } else {
      assertExact(cost);
    }
    retry = Math.max(0, retry);
  }

  private boolean fitsAt(S present, long cost, long micros) {
    return cost <= limit.mostPermits() && slow.fits(present, limit, cost, micros);
  }

  /** What was denied fits after the wait and not a microsecond earlier, to both. */
  private void assertExact(long cost) {
    assertThat(retry).as("%s", this).isPositive();
    assertThat(slowFits(cost, retry)).as("slow, at retry: %s", this).isTrue();
    assertThat(slowFits(cost, retry - 1)).as("slow, before it: %s", this).isFalse();
    assertThat(key.later(retry).check(cost).answer().granted()).as("at retry: %s", this).isTrue();
    assertThat(key.later(retry - 1).check(cost).answer().granted())
        .as("before it: %s", this)
        .isFalse();
  }

  private boolean slowFits(long cost, long span) {
    long micros = key.micros() + span;
    return slow.fits(slow.present(stored, limit, micros), limit, cost, micros);
  }

  private void settle(boolean changed, S after, Asking asking) {
    boolean mustWrite = stored != null && slow.mustWrite(stored, limit, key.micros());
    boolean writes = changed || mustWrite;
    KeyState before = key.state();
    if (writes) {
      stored = slow.isFull(after) ? null : after;
    }

    Report report = asking.on(key);

    assertThat(key.written()).as("%s", this).isEqualTo(writes);
    if (writes) {
      assertThat(key.state())
          .as("%s", this)
          .isEqualTo(stored == null ? null : slow.asStored(stored));
    } else {
      assertThat(key.state()).as("%s", this).isSameAs(before);
    }
    remaining = report.remaining();
    reset = report.resetAfterMicros();
    assertThat(report.limit()).isEqualTo(limit.mostPermits());
    assertThat(remaining).as("%s", this).isEqualTo(slow.remaining(after, limit, key.micros()));
    assertThat(remaining).isBetween(0L, limit.mostPermits());
    assertThat(isFullAfter(reset)).as("at reset: %s", this).isTrue();
    assertThat(reset > 0 && isFullAfter(reset - 1)).as("before reset: %s", this).isFalse();
  }

  private boolean isFullAfter(long span) {
    return slow.isFull(slow.present(stored, limit, key.micros() + span));
  }

  private interface Asking {
    Report on(OneKey key);
  }

  @Override
  public String toString() {
    return limit + " at " + key.micros() + " holding " + key.state() + ", slow " + stored;
  }
}
