package dev.ratelimit.redis;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.core.allof.AllOfState;
import dev.ratelimit.core.bucket.Bucket;
import dev.ratelimit.core.bucket.BucketState;
import dev.ratelimit.core.bucket.Outstanding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Reads a value of the kind all of n, as the page on the protocol describes it. */
final class StoredAllOf {

  private static final int VERSION = 5;
  private static final int PART_BYTES = 41;
  private static final long MOST = 1L << 53;
  private static final long CENTURY_MICROS = 36_500L * 24 * 3_600 * 1_000_000;

  private StoredAllOf() {}

  static Reading read(byte[] value) {
    return Reading.of(
        () -> {
          List<Optional<BucketState>> parts = parts(value);
          return parts.stream().allMatch(Optional::isEmpty)
              ? Optional.empty()
              : Optional.of(new AllOfState(parts));
        });
  }

  static boolean isOne(byte[] value) {
    return value.length > 0 && value[0] == VERSION;
  }

  /** {@return how long it takes until nothing of an undamaged value is owed any more} */
  static Duration untilFull(byte[] value, long micros) {
    return parts(value).stream()
        .flatMap(Optional::stream)
        .map(part -> Bucket.at(part, part.units(), micros).peek(1).answer().report())
        .map(report -> AnyLimits.duration(report.resetAfterMicros()))
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  /** The parts, empty where nothing is owed. */
  private static List<Optional<BucketState>> parts(byte[] value) {
    Unpacking from = new Unpacking(value);
    Unpacking.require(from.code() == VERSION);
    int count = from.code();
    Unpacking.require(from.remaining() == count * PART_BYTES);
    List<Optional<BucketState>> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      parts.add(part(from));
    }
    return parts;
  }

  private static Optional<BucketState> part(Unpacking from) {
    long tickMicros = from.tickMicros();
    long perTick = from.number(1, BucketUnits.MAX_CAPACITY);
    long perPermit = from.number(1, BucketUnits.MAX_CAPACITY);
    long capacity = from.number(perPermit, BucketUnits.MAX_CAPACITY);
    Unpacking.require(capacity % perPermit == 0);
    Unpacking.require((capacity + perTick - 1) / perTick <= CENTURY_MICROS / tickMicros);
    long debt = from.number(0, MOST);
    long tick = from.number(0, MOST);
    BucketUnits units = unitsOf(tickMicros, perTick, perPermit, capacity);
    long clamped = debt > units.maxDebt() ? capacity : debt;
    return clamped == 0
        ? Optional.empty()
        : Optional.of(new BucketState(units, clamped, tick, Outstanding.NONE, 0));
  }

  /** Units that have a divisor in common are no limit of ours, but are not refused. */
  private static BucketUnits unitsOf(long tickMicros, long perTick, long perPermit, long capacity) {
    try {
      return new BucketUnits(tickMicros, perTick, perPermit, capacity);
    } catch (IllegalArgumentException e) {
      throw new Reading.Unforeseen(e);
    }
  }
}
