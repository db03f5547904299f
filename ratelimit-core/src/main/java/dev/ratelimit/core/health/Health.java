package dev.ratelimit.core.health;

/**
 * Whether a store is being asked.
 *
 * <p>A pure state machine: {@link #after} is the whole of it.
 *
 * <pre>
 *              TRIPPED    PROBE_DUE  ANSWERED   FAILED
 *   HEALTHY    DEGRADED   -          -          -
 *   DEGRADED   -          PROBING    -          -
 *   PROBING    -          -          HEALTHY    DEGRADED
 * </pre>
 */
public enum Health {
  /** Every request is sent. */
  HEALTHY,
  /** Nothing is sent; a probe will be. */
  DEGRADED,
  /** Nothing is sent but one probe, whose answer is awaited. */
  PROBING;

  /** What happens to a store. */
  public enum Signal {
    /** Too many calls have failed. */
    TRIPPED,
    /** It is time for a probe. */
    PROBE_DUE,
    /** A probe was answered. */
    ANSWERED,
    /** A probe failed. */
    FAILED
  }

  /**
   * {@return the state after a signal; the same where the signal means nothing}
   *
   * @param signal what happened
   */
  public Health after(Signal signal) {
    return switch (this) {
      case HEALTHY -> signal == Signal.TRIPPED ? DEGRADED : this;
      case DEGRADED -> signal == Signal.PROBE_DUE ? PROBING : this;
      case PROBING ->
          switch (signal) {
            case ANSWERED -> HEALTHY;
            case FAILED -> DEGRADED;
            case TRIPPED, PROBE_DUE -> this;
          };
    };
  }
}
