package dev.ratelimit.examples.chaos;

import dev.ratelimit.Decision;
import dev.ratelimit.Origin;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.StoreException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Threads that check all keys in turn, and what they are told. Thread-safe. */
final class Callers implements AutoCloseable {

  private static final int THREADS = 8;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final long HEALED_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final double NANOS_PER_MILLI = 1e6;

  /** What is known of one key. */
  private static final class Book {
    private final LongAdder charged = new LongAdder();
    private final LongAccumulator longestGap = new LongAccumulator(Long::max, 0);
    private volatile long answered = System.nanoTime();

    void charged() {
      charged.increment();
      endGap(System.nanoTime());
    }

    void endGap(long now) {
      longestGap.accumulate(now - answered);
      answered = now;
    }

    boolean isAnsweredAt(long end) {
      return end - answered < HEALED_NANOS;
    }
  }

  private final PermitLimiter limiter;
  private final Map<String, Book> books = new ConcurrentHashMap<>();
  private final LongAdder checks = new LongAdder();
  private final LongAdder fallbacks = new LongAdder();
  private final LongAdder unavailable = new LongAdder();
  private final LongAdder escaped = new LongAdder();
  private final LongAccumulator longest = new LongAccumulator(Long::max, 0);
  private final List<Thread> threads;
  private volatile boolean stopped;
  private volatile boolean healed;

  /**
   * Starts them.
   *
   * @param limiter whom they ask
   * @param keys about what
   */
  Callers(PermitLimiter limiter, List<String> keys) {
    this.limiter = limiter;
    this.threads =
        IntStream.range(0, THREADS).mapToObj(i -> new Thread(() -> ask(keys, i))).toList();
    threads.forEach(Thread::start);
  }

  private void ask(List<String> keys, int first) {
    for (int i = first; !stopped; i++) {
      ask(keys.get(i % keys.size()));
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private void ask(String key) {
    long start = System.nanoTime();
    try {
      note(book(key), limiter.check(key));
    } catch (StoreException e) {
      unavailable.increment();
    } catch (RuntimeException | Error e) {
      escaped.increment();
    }
    longest.accumulate(System.nanoTime() - start);
    checks.increment();
  }

  private Book book(String key) {
    return books.computeIfAbsent(key, any -> new Book());
  }

  private void note(Book book, Decision decision) {
    if (decision.origin() == Origin.FALLBACK) {
      fallbacks.increment();
    } else if (decision.allowed()) {
      book.charged();
    }
  }

  /** Lets them go on for a while. */
  static void goOn(long millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  long checks() {
    return checks.sum();
  }

  /** {@return how many checks of a key the store has allowed, and so charged} */
  long charged(String key) {
    return book(key).charged.sum();
  }

  /** {@return how many checks a fallback answered} */
  long fallbacks() {
    return fallbacks.sum();
  }

  /** {@return how many checks were told that the store did not answer} */
  long unavailable() {
    return unavailable.sum();
  }

  /** {@return how many checks ended by anything else than an answer or that} */
  long escaped() {
    return escaped.sum();
  }

  double longestCheckMillis() {
    return longest.get() / NANOS_PER_MILLI;
  }

  /** {@return for how long the store answered no check of some key} */
  double longestGapMillis() {
    return books.values().stream().mapToLong(book -> book.longestGap.get()).max().orElse(0)
        / NANOS_PER_MILLI;
  }

  /** {@return whether the store answered for every key when they were stopped} */
  boolean isHealed() {
    return healed;
  }

  /** Forgets how long things took so far. */
  void start() {
    longest.reset();
    books.values().forEach(book -> book.longestGap.reset());
  }

  @Override
  public void close() {
    stopped = true;
    for (Thread thread : threads) {
      join(thread);
    }
    long end = System.nanoTime();
    healed = books.values().stream().allMatch(book -> book.isAnsweredAt(end));
    books.values().forEach(book -> book.endGap(end));
    limiter.close();
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
