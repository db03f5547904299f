package dev.ratelimit.local.lease;

/** What is known of a key since the store denied a cost. Immutable. */
interface DenyLine {

  /** Permits that others put back are seen within this. */
  long GREATEST_AGE_MICROS = 1_000_000;

  /** {@return how long a cost has to wait at least, 0 if it may be there} */
  long waitMicros(long cost, long nowMicros);

  /** {@return how many permits there are at most} */
  long remaining(long nowMicros);
}
