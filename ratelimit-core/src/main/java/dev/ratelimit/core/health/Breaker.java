package dev.ratelimit.core.health;

import dev.ratelimit.Cancellable;
import dev.ratelimit.TimeSource;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stops asking a store that fails, and probes it until it answers: one probe at a time, 100 ms to 1
 * s apart, each pause lengthened by up to a quarter. The pauses of a store that fails again within
 * 10 s go on growing.
 *
 * <p>Thread-safe.
 */
public final class Breaker implements AutoCloseable {

  /** Hears of changes. */
  public interface Changes {

    /** The store is not asked any more. */
    void degraded();

    /** The store is asked again. */
    void recovered();

    /** The store was not asked when this was closed: nothing will be told of it any more. */
    void gone();
  }

  private static final long FIRST_PAUSE_MICROS = 100_000;
  private static final long LONGEST_PAUSE_MICROS = 1_000_000;
  private static final long CALM_MICROS = 10_000_000;

  private final TimeSource time;
  private final Supplier<CompletionStage<?>> probe;
  private final Changes changes;
  private final FailureRate failures = new FailureRate(); // guarded by this
  private volatile Health health = Health.HEALTHY; // written under this
  private volatile long nextProbeMicros; // written under this
  private long pauseMicros = FIRST_PAUSE_MICROS; // guarded by this
  private long recoveredMicros; // guarded by this
  private Cancellable scheduled = () -> false; // guarded by this
  private boolean closed; // guarded by this

  /*
   * Changes are told without the lock, since whoever hears may take its time; and in the order in
   * which they happened, or somebody would believe for ever what was true before. So one thread at a
   * time tells, and what happens meanwhile it tells too.
   */
  private final Queue<Runnable> untold = new ConcurrentLinkedQueue<>(); // added to under this
  private final AtomicInteger telling = new AtomicInteger();

  /**
   * Makes a breaker of a store that is healthy.
   *
   * @param time schedules the probes
   * @param probe asks the store; its stage fails if the store is not well
   * @param changes hears of changes
   */
  public Breaker(TimeSource time, Supplier<CompletionStage<?>> probe, Changes changes) {
    this.time = Objects.requireNonNull(time, "time");
    this.probe = Objects.requireNonNull(probe, "probe");
    this.changes = Objects.requireNonNull(changes, "changes");
  }

  /** {@return whether the store is asked} */
  public boolean isHealthy() {
    return health == Health.HEALTHY;
  }

  /** {@return the state} */
  public Health health() {
    return health;
  }

  /** {@return how long until the next probe is sent; zero if the store is asked anyway} */
  public Duration untilNextProbe() {
    return isHealthy()
        ? Duration.ZERO
        : Duration.of(Math.max(0, nextProbeMicros - time.micros()), ChronoUnit.MICROS);
  }

  /** A call was answered, whatever it said. */
  public synchronized void succeeded() {
    failures.succeeded(time.micros());
  }

  /** A call failed. */
  public void failed() {
    synchronized (this) {
      if (!failures.failed(time.micros()) || !isHealthy() || closed) {
        return;
      }
      degrade();
    }
    tell();
  }

  /** The store is known not to be there. */
  public void trip() {
    synchronized (this) {
      if (!isHealthy() || closed) {
        return;
      }
      degrade();
    }
    tell();
  }

  private void tell() {
    if (telling.getAndIncrement() == 0) {
      tellAll();
    }
  }

  private void tellAll() {
    try {
      @Nullable Runnable change = untold.poll();
      if (change != null) {
        change.run();
      }
    } finally {
      if (telling.decrementAndGet() > 0) {
        tellAll();
      }
    }
  }

  private void degrade() {
    health = health.after(Health.Signal.TRIPPED);
    untold.add(changes::degraded);
    if (time.micros() - recoveredMicros >= CALM_MICROS) {
      pauseMicros = FIRST_PAUSE_MICROS;
    }
    scheduleProbe();
  }

  private void scheduleProbe() {
    long pause = pauseMicros + ThreadLocalRandom.current().nextLong(pauseMicros / 4 + 1);
    pauseMicros = Math.min(2 * pauseMicros, LONGEST_PAUSE_MICROS);
    nextProbeMicros = time.micros() + pause;
    scheduled = time.schedule(Duration.of(pause, ChronoUnit.MICROS), this::probe);
  }

  private void probe() {
    synchronized (this) {
      if (closed) {
        return;
      }
      health = health.after(Health.Signal.PROBE_DUE);
      // Until this probe is answered, the next is as far away as it is if this one fails.
      nextProbeMicros = time.micros() + pauseMicros;
    }
    CompletionStage<?> answer;
    try {
      answer = probe.get();
    } catch (RuntimeException | Error e) {
      probed(e);
      return;
    }
    answer.whenComplete((reply, failure) -> probed(failure));
  }

  private void probed(@Nullable Throwable failure) {
    synchronized (this) {
      if (closed) {
        return;
      }
      health = health.after(failure == null ? Health.Signal.ANSWERED : Health.Signal.FAILED);
      if (!isHealthy()) {
        scheduleProbe();
        return;
      }
      failures.reset();
      recoveredMicros = time.micros();
      untold.add(changes::recovered);
    }
    tell();
  }

  /**
   * Stays as it is, and probes no more. A store that is not asked is told to be gone, and of no
   * other change from now on. Closing twice is closing once.
   */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      scheduled.cancel();
      if (isHealthy()) {
        return;
      }
      untold.add(changes::gone);
    }
    tell();
  }
}
