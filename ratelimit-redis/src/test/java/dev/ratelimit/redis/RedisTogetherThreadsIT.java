package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Request;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many threads that check keys together, of which they share some. */
@RedisTest
class RedisTogetherThreadsIT {

  private static final int THREADS = 64;
  private static final int CHECKS = 40;
  private static final int KEYS = 6;
  private static final long BURST = 200;

  @Test
  void overlappingKeys_areChargedWhatWasAllowedAndNeverMoreThanTheirBurst(RedisServer redis)
      throws Exception {
    long[] charged = new long[KEYS];
    try (RedisLimiter limiter = TestLimiters.of(redis, LastingLimits.bucket(BURST))) {
      List<Callable<long[]>> work = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        Random random = new Random(i);
        work.add(() -> charged(limiter, random));
      }

      ExecutorService threads = Executors.newFixedThreadPool(THREADS);
      for (Future<long[]> each : threads.invokeAll(work)) {
        long[] more = each.get();
        IntStream.range(0, KEYS).forEach(key -> charged[key] += more[key]);
      }
      threads.shutdown();

      for (int key = 0; key < KEYS; key++) {
        assertThat(charged[key]).isBetween(1L, BURST);
        assertThat(limiter.peek("key " + key, 1).remaining()).isEqualTo(BURST - charged[key]);
      }
      assertThat(charged).contains(BURST);
    }
  }

  private static long[] charged(RedisLimiter limiter, Random random) {
    long[] charged = new long[KEYS];
    List<Integer> keys = new ArrayList<>(IntStream.range(0, KEYS).boxed().toList());
    for (int check = 0; check < CHECKS; check++) {
      Collections.shuffle(keys, random);
      List<Integer> some = keys.subList(0, 2 + random.nextInt(KEYS - 2));
      if (limiter.checkAll(some.stream().map(key -> Request.of("key " + key)).toList()).allowed()) {
        some.forEach(key -> charged[key]++);
      }
    }
    return charged;
  }
}
