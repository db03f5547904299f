package dev.ratelimit.core.allof;

import static dev.ratelimit.core.allof.SlowPart.big;

import dev.ratelimit.AllOf;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Verdict;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One key under several token buckets, in the words of the specification. */
final class SlowAllOf {

  private static final BigInteger NEVER = BigInteger.TWO.pow(100);

  private List<SlowPart.Terms> terms;
  private List<@Nullable SlowPart> stored = List.of();
  private BigInteger micros = BigInteger.ZERO;
  private boolean written;

  SlowAllOf(AllOf limit) {
    terms = terms(limit);
  }

  private static List<SlowPart.Terms> terms(AllOf limit) {
    return limit.limits().stream().map(SlowPart.Terms::of).toList();
  }

  void changeTo(AllOf limit) {
    terms = terms(limit);
  }

  void at(long newMicros) {
    micros = big(newMicros);
  }

  boolean written() {
    return written;
  }

  List<SlowPart.Terms> terms() {
    return terms;
  }

  boolean isReservable(long maxWait) {
    return terms.stream().allMatch(part -> part.isReservable(maxWait));
  }

  /** Reserves, or checks where nobody waits; or only looks. */
  Verdict ask(long cost, long maxWait, boolean charge) {
    List<SlowPart> parts = present();
    List<BigInteger> waits =
        parts.stream().map(part -> part.waitFor(big(cost), micros).orElse(NEVER)).toList();
    BigInteger longest = waits.stream().reduce(BigInteger::max).orElseThrow();
    boolean granted = longest.compareTo(big(maxWait)) <= 0;
    boolean charged = granted && charge && cost > 0;
    List<SlowPart> after = settle(charged, parts, part -> part.plus(big(cost)));
    if (granted) {
      return new Verdict(true, longest.longValueExact(), 0, fewest(after));
    }
    int binding = waits.indexOf(longest);
    long retry = longest.equals(NEVER) ? -1 : longest.subtract(big(maxWait)).longValueExact();
    return new Verdict(false, 0, retry, report(after, binding));
  }

  Report refund(long permits) {
    return fewest(settle(permits > 0, present(), part -> part.plus(big(permits).negate())));
  }

  Report reset() {
    return fewest(settle(true, present(), SlowPart::full));
  }

  private List<SlowPart> present() {
    List<SlowPart> parts = new ArrayList<>();
    for (int i = 0; i < terms.size(); i++) {
      parts.add(SlowPart.present(storedAt(i), terms.get(i), micros));
    }
    return parts;
  }

  private @Nullable SlowPart storedAt(int index) {
    return index < stored.size() ? stored.get(index) : null;
  }

  private List<SlowPart> settle(
      boolean changed, List<SlowPart> present, UnaryOperator<SlowPart> change) {
    List<SlowPart> after = changed ? present.stream().map(change).toList() : present;
    List<@Nullable SlowPart> kept = new ArrayList<>();
    written = changed || (!stored.isEmpty() && stored.size() != terms.size());
    for (int i = 0; i < terms.size(); i++) {
      SlowPart before = storedAt(i);
      boolean mustWrite = before != null && before.mustWrite(terms.get(i), micros);
      SlowPart settled = changed || mustWrite ? after.get(i) : before;
      boolean isGone = settled == null || ((changed || mustWrite) && settled.isFull());
      kept.add(isGone ? null : settled);
      written |= mustWrite;
    }
    if (written) {
      stored = kept.stream().allMatch(part -> part == null) ? List.of() : kept;
    }
    return after;
  }

  private Report fewest(List<SlowPart> parts) {
    long fewest = parts.stream().mapToLong(SlowPart::level).min().orElseThrow();
    return report(parts, parts.stream().map(SlowPart::level).toList().indexOf(fewest));
  }

  private Report report(List<SlowPart> parts, int binding) {
    SlowPart part = parts.get(binding);
    long burst = part.terms().burst().longValueExact();
    return new Report(burst, part.level(), part.resetAfter(micros), binding);
  }

  /** {@return the same in the form in which the fast one stores it} */
  @Nullable AllOfState asStored() {
    return stored.isEmpty()
        ? null
        : new AllOfState(
            stored.stream()
                .map(part -> Optional.ofNullable(part == null ? null : part.asStored()))
                .toList());
  }
}
