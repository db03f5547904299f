package dev.ratelimit.local;

import dev.ratelimit.Decision;
import dev.ratelimit.Rule;
import dev.ratelimit.TimeSource;
import dev.ratelimit.TokenBucket;

/**
 * One bucket of the in-process store without the table around it: a clock reading, the exchange of
 * a compact cell, a decision.
 *
 * <p>Thread-safe, like the cell.
 */
public final class OneBucket {

  private final TimeSource time;
  private final CompactCell cell;

  /** Makes a bucket that is full. */
  public OneBucket(TokenBucket limit, TimeSource time) {
    BucketTerms terms = BucketTerms.of(Rule.of(limit));
    this.time = time;
    this.cell = new CompactCell(terms, 0, terms.units().tick(time.micros()));
  }

  /** Spends one permit if it is there. */
  public Decision check() {
    return CheckOfCell.check(cell, 1, time.micros());
  }
}
