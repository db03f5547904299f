package dev.ratelimit.local;

import dev.ratelimit.Decision;
import dev.ratelimit.Rule;
import dev.ratelimit.TimeSource;
import dev.ratelimit.TokenBucket;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The store's cells in a map that is not ours: what is left of the cost when nobody sweeps (a
 * {@link ConcurrentHashMap}), or what somebody else's bookkeeping costs (a cache seen as a map).
 *
 * <p>Thread-safe.
 */
public final class CellsInMap {

  private final ConcurrentMap<String, Object> cells;
  private final TimeSource time = TimeSource.system();
  private final BucketTerms terms;

  /** Keeps the cells of a limit in {@code map}, whose values are nobody else's business. */
  public CellsInMap(TokenBucket limit, ConcurrentMap<String, Object> map) {
    this.terms = BucketTerms.of(Rule.of(limit));
    this.cells = map;
  }

  /** Spends one permit of a key if it is there. */
  public Decision check(String key) {
    long nowMicros = time.micros();
    Object known = cells.get(key);
    Object cell = known == null ? added(key, nowMicros) : known;
    return CheckOfCell.check((BucketCell) cell, 1, nowMicros);
  }

  private Object added(String key, long nowMicros) {
    return cells.computeIfAbsent(
        key, absent -> BucketCell.owing(terms, 0, terms.units().tick(nowMicros)));
  }
}
