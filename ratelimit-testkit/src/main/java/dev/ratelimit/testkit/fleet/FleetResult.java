package dev.ratelimit.testkit.fleet;

import dev.ratelimit.TokenBucket;
import dev.ratelimit.testkit.AdmissionLedger;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * What came of a run of a {@link Fleet}. Two runs of equal fleets with one seed have equal results.
 *
 * <p>Immutable.
 *
 * @param lengthMicros how long checks arrived, in microseconds
 * @param instances what each instance asked and was answered
 * @param foreign what the foreign caller asked and was answered
 * @param limits the keys that were checked, and what the admissions of each are held against
 * @param admissions all checks that were allowed, in the order in which the answers came
 * @param ideal how many permits one exact bucket for each key would have granted, had it seen all
 *     offered checks, the foreign ones included, at the instants of their arrival
 */
public record FleetResult(
    long lengthMicros,
    List<Tally> instances,
    Tally foreign,
    SortedMap<String, TokenBucket> limits,
    List<Admission> admissions,
    long ideal) {

  private static final double MICROS_PER_SECOND = TimeUnit.SECONDS.toMicros(1);

  /**
   * Copies the collections.
   *
   * @param lengthMicros any
   * @param instances copied
   * @param foreign any
   * @param limits copied
   * @param admissions copied
   * @param ideal any
   */
  public FleetResult {
    instances = List.copyOf(instances);
    limits = Collections.unmodifiableSortedMap(new TreeMap<>(limits));
    admissions = List.copyOf(admissions);
  }

  /** {@return what all instances together asked and were answered, without the foreign caller} */
  public Tally total() {
    return instances.stream().reduce(Tally.none(), Tally::plus);
  }

  /** {@return how many requests a second the instances sent to the store} */
  public double callsPerSecond() {
    return total().calls() / seconds();
  }

  /**
   * {@return which part of the {@link #ideal} was granted, the foreign caller included; 1 if that
   * is 0}
   */
  public double utilisation() {
    return ideal == 0 ? 1 : (double) (total().granted() + foreign.granted()) / ideal;
  }

  /**
   * {@return which part of what was due to it the worst served instance was granted}
   *
   * <p>Due to an instance is what it demanded, but at most an equal share of what the limits admit
   * over the whole run: {@code burst + rate * length} of each key, divided by the number of
   * instances. Instances that demanded nothing do not count.
   */
  public double worstServed() {
    double share = mostOverall() / instances.size();
    return instances.stream()
        .filter(instance -> instance.demanded() > 0)
        .mapToDouble(instance -> instance.granted() / Math.min((double) instance.demanded(), share))
        .min()
        .orElse(1);
  }

  private double mostOverall() {
    return sum(
        limit -> {
          double periods = lengthMicros / (double) TimeUnit.MICROSECONDS.convert(limit.period());
          return limit.burst() + limit.permits() * periods;
        });
  }

  private double sum(ToDoubleFunction<TokenBucket> part) {
    return limits.values().stream().mapToDouble(part).sum();
  }

  /**
   * {@return the most that was admitted over any stretch of time beyond what the rate gives in it,
   * as a part of the burst: at most 1 if the bound is kept. Of several keys, the largest}
   */
  public double largestStretch() {
    return limits.entrySet().stream()
        .mapToDouble(
            entry -> 1 + ledger(entry.getKey()).worstExcess() / (double) entry.getValue().burst())
        .max()
        .orElse(0);
  }

  /**
   * {@return a ledger of the admissions of a key, on the time since the run began}
   *
   * @param key one that was checked
   * @throws IllegalArgumentException if it was not
   */
  public AdmissionLedger ledger(String key) {
    if (!limits.containsKey(key)) {
      throw new IllegalArgumentException("key must be one of " + limits.keySet() + ", was " + key);
    }
    return ledger(key, limits.get(key));
  }

  /**
   * {@return a ledger of the admissions of a key against another limit}
   *
   * @param key any
   * @param limit what they are held against
   */
  public AdmissionLedger ledger(String key, TokenBucket limit) {
    AdmissionLedger ledger = AdmissionLedger.of(limit);
    for (Admission admission : admissions) {
      if (admission.key().equals(key)) {
        ledger.admitted(admission.micros(), admission.permits());
      }
    }
    return ledger;
  }

  /**
   * Fails if more was admitted over any stretch of time than a limit allows, and names the worst
   * stretch.
   *
   * @throws AssertionError if so
   */
  public void assertWithinBound() {
    limits.keySet().forEach(key -> ledger(key).assertWithinBound());
  }

  /**
   * {@return how many permits were granted, of all keys, from one instant until before another}
   *
   * @param from since the run began
   * @param until since the run began
   */
  public long granted(Duration from, Duration until) {
    long fromMicros = TimeUnit.MICROSECONDS.convert(from);
    long untilMicros = TimeUnit.MICROSECONDS.convert(until);
    return admissions.stream()
        .filter(one -> one.micros() >= fromMicros && one.micros() < untilMicros)
        .mapToLong(Admission::permits)
        .sum();
  }

  /** {@return the sums, without each admission} */
  @Override
  public String toString() {
    return "FleetResult[seconds="
        + seconds()
        + ", total="
        + total()
        + ", ideal="
        + ideal
        + ", largestStretch="
        + largestStretch()
        + "]";
  }

  private double seconds() {
    return lengthMicros / MICROS_PER_SECOND;
  }
}
