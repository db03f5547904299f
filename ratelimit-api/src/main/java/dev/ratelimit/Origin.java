package dev.ratelimit;

/** Who answered a request. */
public enum Origin {
  /** An in-process store, exactly. */
  LOCAL,
  /** A store that the instances of a fleet share, exactly. */
  STORE,
  /** Permits in hand that were taken from a shared store before: estimates of what is left. */
  LEASE,
  /** What a shared store denied before, and what follows from that. */
  DENY_LINE,
  /** A fallback, while the shared store could not be asked. */
  FALLBACK,
  /** The rule alone: it is {@link Limit#unlimited()} or {@link Limit#blocked()}. */
  RULE
}
