package dev.ratelimit.core.allof;

import static dev.ratelimit.core.allof.SlowPart.big;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.AllOf;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.algorithm.Amounts;
import dev.ratelimit.core.algorithm.LimitedKey;
import dev.ratelimit.core.algorithm.OneKey;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Verdict;
import java.math.BigInteger;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AllOfPropertyTest {

  private static final int HISTORIES = 100_000;
  private static final int MOVES = 10;
  private static final long LATEST = 4_000_000_000_000_000L;
  private static final long SECOND = 1_000_000;
  private static final long HOUR = 3_600 * SECOND;
  private static final long DAY = 24 * HOUR;
  private static final long[] WAITS = {0, 0, 1, 1_000, SECOND, 60 * SECOND, HOUR, HOUR + 1};
  private static final long[][] RATES = {
    {3, SECOND},
    {7, 60 * SECOND},
    {1, 30 * DAY},
    {10_000_000, SECOND},
    {100, 60 * SECOND},
    {1, SECOND},
    {999_983, SECOND},
    {5, 7 * SECOND},
    {333, 1_000_003},
    {13, 17},
    {1, 1},
    {999_999_937, DAY},
    {1_000_003, 365 * DAY},
    {1, 365 * DAY},
    {1_000_000_007, SECOND}
  };

  private final Random random = new Random(1);

  private static final List<TokenBucket> BUCKETS = buckets();

  private static List<TokenBucket> buckets() {
    List<TokenBucket> legal = new ArrayList<>();
    for (long[] rate : RATES) {
      for (long burst : new long[] {1, 2, 5, 20, rate[0], 2 * rate[0], 100, 1_000, 200_000}) {
        try {
          legal.add(new TokenBucket(rate[0], Duration.of(rate[1], ChronoUnit.MICROS), burst));
        } catch (IllegalArgumentException e) {
          // Not every rate can be kept exactly with every burst.
        }
      }
    }
    return legal;
  }

  private static TokenBucket bucket(Random random) {
    return BUCKETS.get(random.nextInt(BUCKETS.size()));
  }

  private static AllOf limit(Random random) {
    List<TokenBucket> buckets = new ArrayList<>(List.of(bucket(random), bucket(random)));
    if (random.nextInt(3) == 0) {
      buckets.add(bucket(random));
    }
    return new AllOf(buckets);
  }

  private static AllOf changed(AllOf limit, Random random) {
    List<TokenBucket> buckets = new ArrayList<>(limit.limits());
    int chance = random.nextInt(4);
    if (chance == 0 && buckets.size() > 1) {
      buckets.remove(buckets.size() - 1);
    } else if (chance == 1) {
      buckets.add(bucket(random));
    } else {
      buckets.set(random.nextInt(buckets.size()), bucket(random));
    }
    return new AllOf(buckets);
  }

  @Test
  void anyHistory_isAnsweredAsSpecified() {
    for (int history = 0; history < HISTORIES; history++) {
      new Story().play();
    }
  }

  /** One key, played fast and slow. */
  private final class Story {

    private AllOf limit = limit(random);
    private final SlowAllOf slow = new SlowAllOf(limit);
    private final OneKey key = OneKey.under(limit).at(Amounts.below(random, LATEST));
    private long retry;
    private Report report = new Report(1, limit.mostPermits(), 0);

    void play() {
      for (int move = 0; move < MOVES; move++) {
        if (random.nextInt(10) == 0) {
          limit = changed(limit, random);
          key.changeTo(limit);
          slow.changeTo(limit);
        }
        long window = Math.max(2, report.resetAfterMicros());
        long pause = Amounts.pause(random, window, retry, report.resetAfterMicros());
        key.at(Math.max(0, Math.min(LATEST, key.micros() + pause)));
        slow.at(key.micros());
        move();
        assertThat(key.written()).as("%s", this).isEqualTo(slow.written());
        assertThat(key.state()).as("%s", this).isEqualTo(slow.asStored());
      }
    }

    private void move() {
      long amount = Amounts.amount(random, report.remaining(), limit.mostPermits());
      int chance = random.nextInt(20);
      if (chance < 10) {
        verdict(key.check(amount), slow.ask(amount, 0, true), k -> k.check(amount).answer());
      } else if (chance < 12) {
        verdict(key.peek(amount), slow.ask(amount, 0, false), k -> k.peek(amount).answer());
      } else if (chance < 16) {
        reserve(amount, WAITS[random.nextInt(WAITS.length)]);
      } else if (chance < 19) {
        report(key.refund(amount), slow.refund(amount));
      } else {
        report(key.reset(), slow.reset());
      }
    }

    private void reserve(long cost, long wait) {
      if (slow.isReservable(wait)) {
        verdict(
            key.reserve(cost, wait),
            slow.ask(cost, wait, true),
            k -> k.reserve(cost, wait).answer());
      } else {
        assertThatThrownBy(() -> key.reserve(cost, wait))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("maxWait");
        verdict(key.peek(cost), slow.ask(cost, 0, false), k -> k.peek(cost).answer());
      }
    }

    private void verdict(Verdict told, Verdict expected, Asking again) {
      assertThat(told).as("%s", this).isEqualTo(expected);
      assertThat(told.report().remaining()).isBetween(0L, told.report().limit());
      report = told.report();
      retry = Math.max(0, told.retryAfterMicros());
      if (retry > 0) {
        assertThat(again.ask(key.later(retry)).granted()).as("at retry: %s", this).isTrue();
        assertThat(again.ask(key.later(retry - 1)).granted()).as("before: %s", this).isFalse();
      }
    }

    private void report(Report told, Report expected) {
      assertThat(told).as("%s", this).isEqualTo(expected);
      report = told;
    }

    @Override
    public String toString() {
      return limit + " at " + key.micros() + " holding " + key.state();
    }
  }

  private interface Asking {
    Verdict ask(LimitedKey key);
  }

  @Test
  void anyStretch_grantsNoMoreThanTheBoundOfEachBucket() {
    for (int history = 0; history < HISTORIES; history++) {
      AllOf limit = limit(random);
      OneKey key = OneKey.under(limit).at(Amounts.below(random, LATEST));
      List<Long> instants = new ArrayList<>();
      List<Long> costs = new ArrayList<>();
      long left = limit.mostPermits();
      for (int move = 0; move < MOVES; move++) {
        long most = limit.mostPermits();
        long cost = Math.min(most, Amounts.amount(random, left, most));
        Verdict verdict = key.check(cost);
        if (verdict.granted()) {
          instants.add(key.micros());
          costs.add(cost);
        }
        left = key.peek(0).report().remaining();
        key.advance(
            random.nextInt(3) * Amounts.below(random, 1 + verdict.report().resetAfterMicros()));
      }
      for (TokenBucket bucket : limit.limits()) {
        assertThat(excess(SlowPart.Terms.of(bucket), instants, costs)).isNotPositive();
      }
    }
  }

  /**
   * {@return by how much the permits of a stretch D exceed the bound C + r * (D + U) / U, in units
   * times U, at worst}
   */
  private static BigInteger excess(SlowPart.Terms terms, List<Long> instants, List<Long> costs) {
    BigInteger worst = BigInteger.ONE.negate();
    for (int from = 0; from < costs.size(); from++) {
      BigInteger granted = BigInteger.ZERO;
      for (int to = from; to < costs.size(); to++) {
        granted = granted.add(big(costs.get(to)).multiply(terms.p()).multiply(terms.u()));
        BigInteger stretch = big(instants.get(to) - instants.get(from)).add(terms.u());
        BigInteger bound = terms.c().multiply(terms.u()).add(terms.r().multiply(stretch));
        worst = worst.max(granted.subtract(bound));
      }
    }
    return worst;
  }
}
