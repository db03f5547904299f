package dev.ratelimit.testkit;

import dev.ratelimit.Cancellable;
import dev.ratelimit.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A clock that stands still until a test advances it, and then runs what was scheduled.
 *
 * <p>Tasks run on the thread that advances, by due time, then in the order of scheduling, and read
 * their own due time from the clock. One that is scheduled meanwhile, and due within the span, runs
 * in the same advance. The trap: a task runs only while the clock is advanced, so one that is due
 * at once waits for the next advance, be it by nothing.
 *
 * <p>What a task throws does not keep the others from running, and then surfaces from the advance.
 *
 * <p>Thread-safe. Advances by several threads are each counted from the instant that they find.
 *
 * <pre>{@code
 * FakeClock clock = FakeClock.atEpoch();
 * clock.schedule(Duration.ofMillis(5), () -> ran.add(clock.micros()));
 * clock.advance(Duration.ofSeconds(1)); // ran == [5000]
 * }</pre>
 */
public final class FakeClock implements TimeSource {

  private static final Comparator<Task> BY_DUE_TIME =
      Comparator.<Task>comparingLong(task -> task.dueMicros).thenComparingLong(task -> task.number);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition scheduled = lock.newCondition();
  private final TreeSet<Task> tasks = new TreeSet<>(BY_DUE_TIME); // guarded by lock
  private long scheduledEver; // guarded by lock
  private volatile long micros; // written under lock

  private FakeClock(long micros) {
    if (micros < 0) {
      throw new IllegalArgumentException("micros must be at least 0, was " + micros);
    }
    this.micros = micros;
  }

  /** {@return a clock that shows the Unix epoch} */
  public static FakeClock atEpoch() {
    return new FakeClock(0);
  }

  /**
   * {@return a clock that shows an instant}
   *
   * @param instant not before the Unix epoch; rounded down to whole microseconds
   */
  public static FakeClock at(Instant instant) {
    return new FakeClock(microsOf(instant));
  }

  /**
   * {@return a clock that shows an instant}
   *
   * @param micros since the Unix epoch, at least 0
   */
  public static FakeClock atMicros(long micros) {
    return new FakeClock(micros);
  }

  @Override
  public long micros() {
    return micros;
  }

  @Override
  public Cancellable schedule(Duration delay, Runnable task) {
    Objects.requireNonNull(task, "task");
    long delayMicros = roundedUp(delay);
    lock.lock();
    try {
      Task added = new Task(saturatedSum(micros, delayMicros), scheduledEver++, task);
      tasks.add(added);
      scheduled.signalAll();
      return added;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Moves on by a span, running what is due.
   *
   * @param span not negative; rounded down to whole microseconds
   */
  public void advance(Duration span) {
    if (span.isNegative()) {
      throw new IllegalArgumentException("span must be at least PT0S, was " + span);
    }
    advanceMicros(TimeUnit.MICROSECONDS.convert(span));
  }

  /**
   * Moves on by a span, running what is due.
   *
   * @param span in microseconds, at least 0
   */
  public void advanceMicros(long span) {
    if (span < 0) {
      throw new IllegalArgumentException("span must be at least 0 microseconds, was " + span);
    }
    runUntil(saturatedSum(micros, span));
  }

  /**
   * Moves on to an instant, running what is due.
   *
   * @param instant not before the present one; rounded down to whole microseconds
   */
  public void advanceTo(Instant instant) {
    advanceToMicros(microsOf(instant));
  }

  /**
   * Moves on to an instant, running what is due.
   *
   * @param target in microseconds since the Unix epoch, not before the present instant
   */
  public void advanceToMicros(long target) {
    long from = micros;
    if (target < from) {
      throw new IllegalArgumentException(
          "target must be at least the present instant " + from + ", was " + target);
    }
    runUntil(target);
  }

  private void runUntil(long target) {
    Failures failures = new Failures();
    Task due = nextDue(target);
    while (due != null) {
      failures.run(due.action);
      due = nextDue(target);
    }
    failures.surface();
  }

  private @Nullable Task nextDue(long target) {
    lock.lock();
    try {
      Task due = tasks.isEmpty() || tasks.first().dueMicros > target ? null : tasks.pollFirst();
      micros = Math.max(micros, due == null ? target : due.dueMicros);
      return due;
    } finally {
      lock.unlock();
    }
  }

  /** {@return how many tasks are scheduled and have neither started nor been called off} */
  public int pendingTasks() {
    lock.lock();
    try {
      return tasks.size();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until that many tasks are pending: so a test can start a thread that is going to wait on
   * this clock, and advance it only then. There is no time-out; an interrupt ends the wait.
   *
   * @param count how many tasks, those that were pending before included
   * @throws InterruptedException if interrupted before or while waiting
   */
  public void awaitTasks(int count) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (tasks.size() < count) {
        scheduled.await();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public String toString() {
    return "FakeClock[micros=" + micros + ", pendingTasks=" + pendingTasks() + "]";
  }

  private boolean remove(Task task) {
    lock.lock();
    try {
      return tasks.remove(task);
    } finally {
      lock.unlock();
    }
  }

  private static long microsOf(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }

  private static long roundedUp(Duration delay) {
    long micros = Math.max(0, TimeUnit.MICROSECONDS.convert(delay));
    boolean exact = delay.compareTo(Duration.of(micros, ChronoUnit.MICROS)) <= 0;
    return exact ? micros : saturatedSum(micros, 1);
  }

  private static long saturatedSum(long instant, long delay) {
    return delay > Long.MAX_VALUE - instant ? Long.MAX_VALUE : instant + delay;
  }

  /** A task that is due at an instant; the number tells those of one instant apart. */
  private final class Task implements Cancellable {

    private final long dueMicros;
    private final long number;
    private final Runnable action;

    Task(long dueMicros, long number, Runnable action) {
      this.dueMicros = dueMicros;
      this.number = number;
      this.action = action;
    }

    @Override
    public boolean cancel() {
      return remove(this);
    }
  }
}
