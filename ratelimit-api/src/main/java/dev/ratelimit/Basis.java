package dev.ratelimit;

/**
 * What reads the two numbers of a {@link Decision}. The bases of stores are shared by all decisions
 * of a rule.
 */
sealed interface Basis permits BucketBasis, Values {

  Provenance provenance();

  long limit();

  Outcome outcome(long x, long y);

  long remaining(long x, long y);

  /** 0 where the outcome is not {@link Outcome#DENIED}. */
  long retryAfterMicros(long x, long y, long atMicros);

  long resetAfterMicros(long x, long y, long atMicros);
}
