package dev.ratelimit.testkit;

import dev.ratelimit.TokenBucket;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Records what a token bucket admitted, and knows whether it was too much: over every stretch of
 * time D, admitted minus refunded must be at most {@code burst + rate * (D + tick)}.
 *
 * <p>The trap: a reservation counts when its wait ends, so record it at that instant; one that is
 * cancelled first is taken back at the same instant. What is recorded of one instant counts in the
 * order of recording.
 *
 * <p>Exact, in integers. Thread-safe.
 *
 * <pre>{@code
 * AdmissionLedger ledger = AdmissionLedger.of(Limit.perSecond(10));
 * ledger.admitted(clock.micros(), 10);
 * ledger.refunded(clock.micros(), 2);
 * ledger.assertWithinBound();
 * }</pre>
 */
public final class AdmissionLedger {

  /*
   * The worst stretch that ends with entry i is the worst that ends with entry i - 1, prolonged, or
   * the entry alone if what came before is below the bound by more than the pause since has added.
   * So one pass is enough: a maximum-subarray scan in which pauses count as negative entries.
   *
   * Scores are in units of which `period` make one permit, so that nothing is a fraction.
   */
  private static final Comparator<Entry> BY_TIME = Comparator.comparingLong(Entry::micros);

  private final TokenBucket limit;
  private final BigInteger period; // microseconds
  private final BigInteger permits; // per period
  private final long tickMicros;
  private final List<Entry> entries = new ArrayList<>(); // guarded by this
  private long admitted; // guarded by this

  private AdmissionLedger(TokenBucket limit) {
    this.limit = limit;
    this.period = BigInteger.valueOf(TimeUnit.MICROSECONDS.convert(limit.period()));
    this.permits = BigInteger.valueOf(limit.permits());
    this.tickMicros = limit.units().tickMicros();
  }

  /**
   * {@return an empty ledger}
   *
   * @param limit what the history is held against
   */
  public static AdmissionLedger of(TokenBucket limit) {
    return new AdmissionLedger(limit);
  }

  /**
   * Records permits that were spent.
   *
   * @param micros the instant, since the Unix epoch, at least 0; of a reservation the end of its
   *     wait
   * @param permits how many, at least 0
   */
  public void admitted(long micros, long permits) {
    record(micros, notNegative("permits", permits));
  }

  /**
   * Records permits that were given back.
   *
   * @param micros the instant, since the Unix epoch, at least 0; of a cancelled reservation the end
   *     of the wait that it was granted with
   * @param permits how many, at least 0
   */
  public void refunded(long micros, long permits) {
    record(micros, -notNegative("permits", permits));
  }

  private synchronized void record(long micros, long permits) {
    notNegative("micros", micros);
    admitted = Math.addExact(admitted, permits);
    if (permits != 0) {
      entries.add(new Entry(micros, permits));
    }
  }

  /** {@return all permits admitted, less those given back} */
  public synchronized long admitted() {
    return admitted;
  }

  /**
   * {@return by how many permits, rounded up, the worst stretch exceeds its bound; at most 0 if
   * none does}
   */
  public long worstExcess() {
    return worst().excess();
  }

  /**
   * {@return the stretch that exceeds its bound by most, or comes nearest to it; the earliest such}
   */
  public synchronized Stretch worst() {
    entries.sort(BY_TIME);
    Scan scan = new Scan();
    entries.forEach(scan::add);
    return scan.worst;
  }

  /**
   * Fails if any stretch exceeds its bound, and names the worst.
   *
   * @throws AssertionError if one does
   */
  public void assertWithinBound() {
    Stretch worst = worst();
    if (worst.excess() > 0) {
      throw new AssertionError(
          "admitted " + worst.excess() + " too many under " + limit + ": " + worst);
    }
  }

  private static long notNegative(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " must be at least 0, was " + value);
    }
    return value;
  }

  /** Permits admitted at an instant; negative if they were given back. */
  private record Entry(long micros, long permits) {}

  /** One pass over the entries in order of time. */
  private final class Scan {

    private long from;
    private long last;
    private long sum; // admitted from `from` on
    private BigInteger score = BigInteger.ZERO; // sum less what the time since `from` allows
    private BigInteger worstScore = BigInteger.ZERO;
    private Stretch worst = stretch(0);

    void add(Entry entry) {
      score = score.subtract(earned(entry.micros - last));
      if (score.signum() <= 0) {
        from = entry.micros;
        sum = 0;
        score = BigInteger.ZERO;
      }
      last = entry.micros;
      sum = Math.addExact(sum, entry.permits);
      score = score.add(period.multiply(BigInteger.valueOf(entry.permits)));
      if (score.compareTo(worstScore) > 0) {
        worstScore = score;
        worst = stretch(sum);
      }
    }

    private Stretch stretch(long sum) {
      BigInteger allowed = earned(last - from + tickMicros).divide(period);
      return new Stretch(from, last, sum, allowed.add(BigInteger.valueOf(limit.burst())));
    }

    private BigInteger earned(long micros) {
      return permits.multiply(BigInteger.valueOf(micros));
    }
  }
}
