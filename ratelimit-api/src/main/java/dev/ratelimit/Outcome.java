package dev.ratelimit;

/** How a request was answered. */
public enum Outcome {
  /** The permits were spent. */
  ALLOWED,
  /** Nothing was spent; the same request succeeds after {@link Decision#retryAfter()}. */
  DENIED,
  /** Nothing was spent, and no amount of waiting helps: the limit can never grant so much. */
  NEVER
}
