package dev.ratelimit.local;

import dev.ratelimit.AllOf;
import dev.ratelimit.BucketUnits;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.algorithm.Algorithm;
import dev.ratelimit.core.algorithm.KeyState;
import dev.ratelimit.core.algorithm.Step;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.allof.AllOfAlgorithm;
import dev.ratelimit.core.allof.AllOfState;
import dev.ratelimit.core.bucket.BucketState;
import dev.ratelimit.core.bucket.Debt;
import dev.ratelimit.core.bucket.Outstanding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Several token buckets on one key. What an evicted key owed is remembered bucket by bucket, each
 * under a name of its own.
 *
 * @param limit the buckets
 * @param algorithm what decides
 * @param units of each bucket
 */
record AllOfTerms(AllOf limit, Algorithm algorithm, List<BucketUnits> units) implements StateTerms {

  static AllOfTerms of(AllOf limit) {
    return new AllOfTerms(
        limit, AllOfAlgorithm.of(limit), limit.limits().stream().map(TokenBucket::units).toList());
  }

  /** An answer tells of one bucket, the binding one: the others are as they are here. */
  @Override
  public Start startFrom(StoreAnswer answer, long nowMicros) {
    int told = answer.decision().binding();
    List<TokenBucket> of = ((AllOf) answer.limit()).limits();
    if (told >= Math.min(units.size(), of.size())) {
      return new Start(nowMicros, key -> key.peek(0));
    }
    long least = answer.converted(of.get(told), units.get(told), nowMicros);
    return new Start(
        nowMicros,
        key -> {
          Step<Verdict> look = key.peek(0);
          return least == 0
              ? look
              : new Step<>(owing(look.state(), told, least, nowMicros), true, look.answer());
        });
  }

  private AllOfState owing(@Nullable KeyState state, int index, long least, long micros) {
    List<Optional<BucketState>> parts = new ArrayList<>(units.size());
    for (int i = 0; i < units.size(); i++) {
      parts.add(state instanceof AllOfState all ? all.parts().get(i) : Optional.empty());
    }
    BucketUnits of = units.get(index);
    long tick = parts.get(index).map(BucketState::tick).orElse(0L);
    long held = parts.get(index).map(BucketState::debt).orElse(0L);
    long now = Math.max(tick, of.tick(micros));
    long owed = Math.max(least, Debt.paidOff(of, held, now - tick));
    parts.set(index, Optional.of(new BucketState(of, owed, now, Outstanding.NONE, 0)));
    return new AllOfState(parts);
  }

  /** A report is on one bucket alone, which may be full again before the others are. */
  @Override
  public boolean isFull(String key, @Nullable KeyState state, long micros) {
    return !(state instanceof AllOfState all)
        || all.parts().stream().flatMap(Optional::stream).allMatch(part -> owed(part, micros) == 0);
  }

  private static long owed(BucketState part, long micros) {
    BucketUnits units = part.units();
    return Debt.paidOff(units, part.debt(), units.tick(micros) - part.tick());
  }

  @Override
  public void remember(String key, @Nullable KeyState state, long micros, Overflow overflow) {
    if (state instanceof AllOfState all) {
      for (int i = 0; i < all.parts().size(); i++) {
        String name = name(key, i);
        all.parts()
            .get(i)
            .ifPresent(part -> overflow.add(name, part.units(), part.debt(), part.tick()));
      }
    }
  }

  @Override
  public @Nullable KeyState remembered(String key, long micros, Overflow overflow) {
    List<Optional<BucketState>> parts = new ArrayList<>(units.size());
    for (int i = 0; i < units.size(); i++) {
      BucketUnits of = units.get(i);
      long tick = of.tick(micros);
      long debt = overflow.owed(name(key, i), of, tick);
      parts.add(
          debt == 0
              ? Optional.empty()
              : Optional.of(new BucketState(of, debt, tick, Outstanding.NONE, 0)));
    }
    return parts.stream().allMatch(Optional::isEmpty) ? null : new AllOfState(parts);
  }

  private static String name(String key, int part) {
    return key + '\0' + part;
  }
}
