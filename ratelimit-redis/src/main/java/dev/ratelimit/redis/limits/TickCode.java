package dev.ratelimit.redis.limits;

/** How scripts name ticks. */
final class TickCode {

  private TickCode() {}

  /** {@return the code of a tick: 0 for 1 us, 1 for 1 ms, 2 for 1 s} */
  static int of(long tickMicros) {
    return tickMicros == 1 ? 0 : tickMicros == 1_000 ? 1 : 2;
  }
}
