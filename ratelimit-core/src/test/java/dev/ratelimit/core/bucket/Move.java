package dev.ratelimit.core.bucket;

/**
 * One move of a story, in words that fit any limit: wait a while, then do something.
 *
 * @param pause how long to wait
 * @param limit which of the story's limits the key is under from then on, by index
 * @param op what to do
 * @param size with how many permits
 * @param part thousandths, for a pause, a size or a longest wait that is a part of the whole
 */
record Move(Pause pause, int limit, Request.Op op, Size size, int part) {

  /** The key stays under the limit it is under. */
  static final int SAME_LIMIT = -1;

  enum Pause {
    NONE,
    MICRO,
    TICK,
    ALMOST_A_TICK,
    RETRY,
    ALMOST_RETRY,
    RESET,
    SLOT,
    LAPSE,
    ALMOST_A_LAPSE,
    PART_OF_SLOT,
    PART_OF_REFILL,
    BACK_A_MICRO,
    BACK_A_TICK,
    BACK_A_PART
  }

  enum Size {
    NOTHING,
    ONE,
    LEVEL,
    LEVEL_AND_ONE,
    PART,
    BURST,
    BURST_AND_ONE,
    HUGE
  }
}
