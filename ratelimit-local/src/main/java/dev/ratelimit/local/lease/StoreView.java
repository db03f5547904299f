package dev.ratelimit.local.lease;

/** What the store has said of a key. Not thread-safe. */
final class StoreView {

  private static final long UNKNOWN = -1;
  private static final int EXACT_TERMS = 10;

  private long level;
  private long generation = UNKNOWN;
  private long exactUntil;

  /** Takes a key for full until more is known. */
  StoreView(LeaseTerms terms) {
    this.level = terms.burst();
  }

  /** {@return how many permits the store said last that it had} */
  long level() {
    return level;
  }

  void hasLevel(long permits) {
    level = permits;
  }

  /** A generation that rises tells of another limit, or of a clock that went back. */
  void isOfGeneration(long replied, LeaseTerms terms, long nowMicros) {
    if (generation != UNKNOWN && replied > generation) {
      keepExact(terms, nowMicros);
    }
    generation = replied;
  }

  /** The limit has changed here. */
  void changed(LeaseTerms to, long nowMicros) {
    level = to.burst();
    keepExact(to, nowMicros);
  }

  private void keepExact(LeaseTerms terms, long nowMicros) {
    exactUntil = nowMicros + EXACT_TERMS * terms.termMicros();
  }

  /** {@return whether the key is counted under two limits by turns, and so is not leased} */
  boolean isExact(long nowMicros) {
    return nowMicros < exactUntil;
  }
}
