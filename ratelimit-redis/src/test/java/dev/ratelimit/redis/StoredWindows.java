package dev.ratelimit.redis;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.core.log.SlidingLogState;
import dev.ratelimit.core.window.FixedWindowState;
import dev.ratelimit.core.window.Grid;
import dev.ratelimit.core.window.SlidingWindowState;
import java.util.Optional;

/** Reads values of windows and logs, as the page on the protocol describes them. */
final class StoredWindows {

  private static final int FIXED = 2;
  private static final int SLIDING = 3;
  private static final int LOG = 4;
  private static final long MOST = 1L << 53;
  private static final int MOST_SLOTS = 1_000_000;
  private static final int PIECE_SLOTS = 32;

  private StoredWindows() {}

  static Reading fixed(byte[] value) {
    return Reading.of(
        () -> {
          Unpacking from = new Unpacking(value);
          Unpacking.require(from.code() == FIXED);
          long window = from.number(1, MOST);
          long offset = from.number(0, window - 1);
          long index = from.number(-1, MOST);
          long count = from.number(0, BucketUnits.MAX_CAPACITY);
          Unpacking.require(from.remaining() == 0);
          return Optional.of(new FixedWindowState(new Grid(window, offset), index, count));
        });
  }

  static Reading sliding(byte[] value) {
    return Reading.of(
        () -> {
          Unpacking from = new Unpacking(value);
          Unpacking.require(from.code() == SLIDING);
          long tick = from.tickMicros();
          long window = from.number(1, BucketUnits.MAX_CAPACITY);
          long offset = from.number(0, window - 1);
          long index = from.number(-1, MOST);
          long count = from.number(0, BucketUnits.MAX_CAPACITY);
          long before = from.number(0, BucketUnits.MAX_CAPACITY);
          Unpacking.require(from.remaining() == 0);
          if (window > MOST / tick) {
            throw new Reading.Unforeseen("a window of more than 2^53 us");
          }
          return Optional.of(
              new SlidingWindowState(new Grid(window * tick, offset * tick), index, count, before));
        });
  }

  /** A slot is looked at only where it is met, so a damaged one may count or not. */
  static Reading log(byte[] value) {
    return Reading.of(
        () -> {
          Unpacking from = new Unpacking(value);
          Unpacking.require(from.code() == LOG);
          long window = from.number(1, MOST);
          int slots = (int) from.number(1, MOST_SLOTS);
          int first = (int) from.number(0, slots - 1);
          int count = (int) from.number(1, slots);
          long newest = from.number(0, MOST);
          int met = Math.min(from.remaining(), PIECE_SLOTS * Double.BYTES);
          Unpacking.require(met == Math.min(slots, PIECE_SLOTS) * Double.BYTES);
          try {
            return Optional.of(
                SlidingLogState.of(window, instants(from, slots, first, count, newest)));
          } catch (Unpacking.NotOurs e) {
            throw new Reading.Unforeseen(e);
          }
        });
  }

  private static long[] instants(Unpacking from, int slots, int first, int count, long newest) {
    long[] instants = new long[count];
    for (int slot = 0; slot < slots; slot++) {
      int place = Math.floorMod(slot - first, slots);
      if (place < count) {
        instants[place] = from.number(0, newest);
      } else {
        from.skipNumber();
      }
    }
    for (int i = 1; i < count; i++) {
      Unpacking.require(instants[i - 1] <= instants[i]);
    }
    Unpacking.require(instants[count - 1] == newest);
    return instants;
  }
}
