package dev.ratelimit.local;

/**
 * What one key owes under one token bucket.
 *
 * <p>Thread-safe.
 */
abstract sealed class BucketCell extends Cell permits CompactCell, WideCell {

  /** What {@link #exchange} returns of a frozen cell. */
  static final long FROZEN = -1;

  /** Up to this many units a tick, a compact cell overflows no earlier than the year 2540. */
  private static final long MOST_COMPACT_UNITS = 512;

  final BucketTerms terms;

  BucketCell(BucketTerms terms) {
    this.terms = terms;
  }

  /** {@return a living cell that owes {@code debt} at a tick} */
  static BucketCell owing(BucketTerms terms, long debt, long tick) {
    return terms.units().unitsPerTick() <= MOST_COMPACT_UNITS
        ? new CompactCell(terms, debt, tick)
        : new WideCell(terms, debt, tick);
  }

  /**
   * Charges the debt that is left at a tick.
   *
   * <p>A tick before the last write is that of a slower thread: it sees the debt as it would have
   * been then, which is more, and changes nothing in when the cell is full again.
   *
   * @return the debt before, or {@link #FROZEN}
   */
  abstract long exchange(long tick, Charge charge);

  /** Freezes the cell if it owes nothing at a tick. {@return whether it did} */
  abstract boolean freezeIfFull(long tick);

  /** {@return what is owed at a tick, frozen or not} */
  abstract long owed(long tick);

  @Override
  final boolean freezeIfFull(String key, long micros) {
    return freezeIfFull(terms.units().tick(micros));
  }

  @Override
  final double owedPart(String key, long micros) {
    return (double) owed(terms.units().tick(micros)) / terms.units().capacity();
  }

  /** What is remembered says what was owed earlier, too. */
  @Override
  final long remember(String key, long micros, Overflow overflow) {
    long tick = terms.units().tick(micros);
    overflow.add(key, terms.units(), owed(tick), tick);
    return 0;
  }
}
