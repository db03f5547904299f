package dev.ratelimit.core.log;

import dev.ratelimit.SlidingLog;
import dev.ratelimit.core.algorithm.KeyState;
import dev.ratelimit.core.algorithm.Slow;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A sliding log in the words of the specification: a list of instants. */
final class SlowLog implements Slow<SlidingLog, SlowLog.Instants> {

  private static final long DAY = 86_400_000_000L;
  private static final long[] PERMITS = {1, 2, 3, 5, 10, 60};
  private static final long[] WINDOWS = {
    1, 7, 1_000, 1_000_000, 1_000_003, 60_000_000, DAY, 365 * DAY, 36_500 * DAY
  };

  /** The instants of what was granted, oldest first, under a window. */
  record Instants(long window, List<Long> list) {}

  private static SlidingLog limit(long permits, long window) {
    return new SlidingLog(permits, Duration.of(window, ChronoUnit.MICROS));
  }

  @Override
  public SlidingLog limit(Random random) {
    return limit(PERMITS[random.nextInt(PERMITS.length)], WINDOWS[random.nextInt(WINDOWS.length)]);
  }

  @Override
  public SlidingLog changed(SlidingLog limit, Random random) {
    SlidingLog other = limit(random);
    return random.nextBoolean() ? other : limit(other.permits(), windowMicros(limit));
  }

  @Override
  public long windowMicros(SlidingLog limit) {
    return TimeUnit.MICROSECONDS.convert(limit.window());
  }

  @Override
  public Instants present(@Nullable Instants stored, SlidingLog limit, long micros) {
    long window = windowMicros(limit);
    List<Long> list = new ArrayList<>();
    for (long instant : stored == null ? List.<Long>of() : stored.list) {
      long seen = Math.min(instant, micros);
      boolean isInTheOld = seen > micros - stored.window;
      boolean isInTheNew = seen > micros - window;
      if (isInTheOld && isInTheNew) {
        list.add(seen);
      }
    }
    return new Instants(window, list);
  }

  @Override
  public boolean mustWrite(Instants stored, SlidingLog limit, long micros) {
    return stored.window != windowMicros(limit)
        || stored.list.stream().anyMatch(instant -> instant > micros);
  }

  @Override
  public boolean fits(Instants present, SlidingLog limit, long cost, long micros) {
    return present.list.size() + cost <= limit.permits();
  }

  @Override
  public Instants charged(Instants present, long cost, long micros) {
    List<Long> list = new ArrayList<>(present.list);
    list.addAll(Collections.nCopies((int) cost, micros));
    return new Instants(present.window, list);
  }

  @Override
  public Instants refunded(Instants present, long permits) {
    List<Long> list = new ArrayList<>(present.list);
    for (long given = 0; given < permits && !list.isEmpty(); given++) {
      list.remove(list.size() - 1);
    }
    return new Instants(present.window, list);
  }

  @Override
  public Instants forgotten(Instants present) {
    return new Instants(present.window, List.of());
  }

  @Override
  public boolean isFull(Instants present) {
    return present.list.isEmpty();
  }

  @Override
  public long remaining(Instants present, SlidingLog limit, long micros) {
    return Math.max(0, limit.permits() - present.list.size());
  }

  @Override
  public KeyState asStored(Instants present) {
    return SlidingLogState.of(
        present.window, present.list.stream().mapToLong(Long::longValue).toArray());
  }
}
