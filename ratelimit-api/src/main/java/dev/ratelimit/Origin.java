package dev.ratelimit;

/** Who answered a request. */
public enum Origin {
  /** An in-process store, exactly. */
  LOCAL,
  /** A store that the instances of a fleet share, exactly. */
  STORE,
  /** A fallback, while the shared store could not be asked. */
  FALLBACK,
  /** The rule alone: it is {@link Limit#unlimited()} or {@link Limit#blocked()}. */
  RULE
}
