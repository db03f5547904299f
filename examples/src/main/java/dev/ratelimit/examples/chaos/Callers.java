package dev.ratelimit.examples.chaos;

import dev.ratelimit.Decision;
import dev.ratelimit.Origin;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.StoreException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** Threads that check all keys in turn, and what they are told. Thread-safe. */
final class Callers implements AutoCloseable {

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * While a store is given up, one check in so many is of a key that is checked at no other time.
   */
  private static final int ONE_IN = 4;

  private static final int NEVER_SENT_KEYS = 8;

  private final PermitLimiter limiter;
  private final BooleanSupplier isAway;
  private final Map<String, Book> books = new ConcurrentHashMap<>();
  private final Map<String, Book> neverSent = new ConcurrentHashMap<>();
  private final LongAdder checks = new LongAdder();
  private final LongAdder admitted = new LongAdder();
  private final LongAdder fallbacks = new LongAdder();
  private final LongAdder unavailable = new LongAdder();
  private final LongAdder escaped = new LongAdder();
  private final LongAccumulator longest = new LongAccumulator(Long::max, 0);
  private final List<Thread> threads;
  private volatile boolean stopped;
  private volatile boolean over;
  private volatile long overNanos;

  /**
   * Starts them.
   *
   * @param limiter whom they ask
   * @param isAway whether to check keys that are checked at no other time, now and then
   * @param keys about what
   * @param count how many
   */
  Callers(PermitLimiter limiter, BooleanSupplier isAway, List<String> keys, int count) {
    this.limiter = limiter;
    this.isAway = isAway;
    this.threads = IntStream.range(0, count).mapToObj(i -> new Thread(() -> ask(keys, i))).toList();
    threads.forEach(Thread::start);
  }

  private void ask(List<String> keys, int first) {
    for (int i = first; !stopped; i++) {
      if (i % ONE_IN == 0 && isAway.getAsBoolean()) {
        ask("never-" + i / ONE_IN % NEVER_SENT_KEYS, neverSent);
      } else {
        ask(keys.get(i % keys.size()), books);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private void ask(String key, Map<String, Book> kept) {
    Book book = kept.computeIfAbsent(key, any -> new Book());
    long start = System.nanoTime();
    try {
      note(book, limiter.check(key));
    } catch (StoreException e) {
      unavailable.increment();
    } catch (RuntimeException | Error e) {
      escaped.increment();
    }
    longest.accumulate(System.nanoTime() - start);
    checks.increment();
  }

  private void note(Book book, Decision decision) {
    if (decision.allowed()) {
      admitted.increment();
    }
    if (decision.origin() == Origin.FALLBACK) {
      fallbacks.increment();
    } else {
      book.answered(decision.allowed(), over);
    }
  }

  /** Forgets how long things took so far. */
  void start() {
    longest.reset();
    books.values().forEach(Book::forgetGaps);
  }

  /** The fault is over: how long it takes until the store answers counts from now on. */
  void faultIsOver() {
    overNanos = System.nanoTime();
    over = true;
  }

  long checks() {
    return checks.sum();
  }

  /** {@return how many were allowed, whoever said so} */
  long admitted() {
    return admitted.sum();
  }

  /** {@return of each key how many checks the store has allowed, and so charged} */
  Map<String, Book> books() {
    return books;
  }

  /** {@return the same of keys that were checked only while a store was given up} */
  Map<String, Book> neverSent() {
    return neverSent;
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
    return most(books.values(), Book::longestGapNanos);
  }

  /** {@return how long after the fault the store had answered for every key} */
  double recoveryMillis() {
    return most(books.values(), book -> book.recoveryNanos(overNanos));
  }

  private static double most(Collection<Book> books, ToLongFunction<Book> nanos) {
    return books.stream().mapToLong(nanos).max().orElse(0) / NANOS_PER_MILLI;
  }

  /** {@return whether the store has answered for every key since the fault was over} */
  boolean hasRecovered() {
    return books.values().stream().allMatch(Book::hasRecovered);
  }

  /** Stops them. */
  @Override
  public void close() {
    stopped = true;
    for (Thread thread : threads) {
      join(thread);
    }
    long end = System.nanoTime();
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
