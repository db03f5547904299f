package dev.ratelimit.examples.fleet;

import dev.ratelimit.Decision;
import dev.ratelimit.Fallback;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.local.tiered.TieredLimiter;
import dev.ratelimit.local.tiered.TieredLimiterBuilder;
import dev.ratelimit.redis.RedisLimiter;
import io.lettuce.core.RedisURI;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** One process of a fleet over a real Redis: checks one key at random instants. */
final class RedisFleetWorker {

  static final String KEY = "hot";
  static final String READY = "ready";

  private static final int THREADS = 4;
  private static final int SIGNIFICANT_DIGITS = 3;
  private static final int WARM_UP_CHECKS = 20_000;

  /** What one thread saw. */
  private static final class Seen {
    private final Histogram nanos = new Histogram(SIGNIFICANT_DIGITS);
    private long admitted;
    private long fallbacks;
  }

  private RedisFleetWorker() {}

  /**
   * Runs it: prints {@code ready}, waits for a line, and then checks.
   *
   * @param args the Redis, the prefix of keys, {@code strict} or {@code leased}, the seconds, the
   *     checks a second, a seed
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    try (PermitLimiter limiter = limiter(args[0], args[1], args[2].equals("strict"))) {
      warmUp(limiter);
      System.out.println(READY);
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
      long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[3]));
      double perSecond = Double.parseDouble(args[4]) / THREADS;
      SplittableRandom random = new SplittableRandom(Long.parseLong(args[5]));
      print(seen(limiter, until, perSecond, random));
    }
  }

  private static PermitLimiter limiter(String redis, String prefix, boolean strict) {
    TieredLimiterBuilder builder =
        TieredLimiter.builder(
                RedisLimiter.builder(RedisURI.create(redis))
                    .limit(FleetReport.LIMIT)
                    .prefix(prefix)
                    .build())
            .fallback(Fallback.closed());
    return strict ? builder.strict().build() : builder.build();
  }

  /** On other keys: the first checks of a process are slow. */
  private static void warmUp(PermitLimiter limiter) {
    for (int i = 0; i < WARM_UP_CHECKS; i++) {
      limiter.check("warm-up", 1);
    }
  }

  private static List<Seen> seen(
      PermitLimiter limiter, long until, double perSecond, SplittableRandom random)
      throws InterruptedException {
    List<Seen> seen = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Seen mine = new Seen();
      SplittableRandom drawing = random.split();
      seen.add(mine);
      threads.add(new Thread(() -> check(limiter, until, perSecond, drawing, mine)));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    return seen;
  }

  private static void check(
      PermitLimiter limiter, long until, double perSecond, SplittableRandom random, Seen seen) {
    double next = System.nanoTime();
    while (next < until) {
      next -= Math.log(1 - random.nextDouble()) / perSecond * TimeUnit.SECONDS.toNanos(1);
      LockSupport.parkNanos((long) next - System.nanoTime());
      long start = System.nanoTime();
      Decision decision = limiter.check(KEY, 1);
      seen.nanos.recordValue(System.nanoTime() - start);
      seen.admitted += decision.allowed() ? 1 : 0;
      seen.fallbacks += decision.degraded() ? 1 : 0;
    }
  }

  private static void print(List<Seen> seen) {
    Histogram all = new Histogram(SIGNIFICANT_DIGITS);
    seen.forEach(one -> all.add(one.nanos));
    System.out.println(
        String.join(
            " ",
            Long.toString(all.getTotalCount()),
            Long.toString(seen.stream().mapToLong(one -> one.admitted).sum()),
            Long.toString(seen.stream().mapToLong(one -> one.fallbacks).sum()),
            Long.toString(all.getValueAtPercentile(50)),
            Long.toString(all.getValueAtPercentile(99))));
  }
}
