package dev.ratelimit.local;

/**
 * What one key owes under one limit.
 *
 * <p>A cell is alive until it is frozen, and then it never changes again. Whoever meets a frozen
 * cell puts a living one in its place that owes the same, or removes it if it owes nothing; so
 * nobody waits for the thread that froze it.
 *
 * <p>Thread-safe.
 */
abstract sealed class Cell permits CompactCell, WideCell {

  /** What {@link #exchange} returns of a frozen cell. */
  static final long FROZEN = -1;

  /** Up to this many units a tick, a compact cell overflows no earlier than the year 2540. */
  private static final long MOST_COMPACT_UNITS = 512;

  final Terms terms;

  Cell(Terms terms) {
    this.terms = terms;
  }

  /** {@return a living cell that owes {@code debt} at a tick} */
  static Cell owing(Terms terms, long debt, long tick) {
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

  /** Freezes the cell. */
  abstract void freeze();

  /** {@return what is owed at a tick, frozen or not} */
  abstract long owed(long tick);
}
