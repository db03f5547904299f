package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many threads and several instances on one key, under each kind of limit. */
@RedisTest
class RedisThreadsIT {

  private static final int THREADS = 64;

  static Stream<Limit> limits() {
    return LastingLimits.ofEachKind(500);
  }

  @ParameterizedTest
  @MethodSource("limits")
  void manyThreadsOfFourInstances_areAdmittedExactlyTheLimit(Limit limit, RedisServer redis)
      throws Exception {
    List<RedisLimiter> instances = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      instances.add(limiter(redis, limit));
    }
    List<Callable<Integer>> work = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      RedisLimiter instance = instances.get(i % instances.size());
      work.add(() -> admittedUntilDenied(instance));
    }

    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    int admitted = 0;
    for (Future<Integer> each : threads.invokeAll(work)) {
      admitted += each.get();
    }
    threads.shutdown();
    instances.forEach(RedisLimiter::close);

    assertThat(admitted).isEqualTo(500);
  }

  private static RedisLimiter limiter(RedisServer redis, Limit limit) {
    return RedisLimiter.builder(RedisURI.create(redis.uri()))
        .limit(limit)
        .deadline(Duration.ofMinutes(1))
        .build();
  }

  private static int admittedUntilDenied(RedisLimiter limiter) {
    int admitted = 0;
    while (limiter.check("key").allowed()) {
      admitted++;
    }
    return admitted;
  }
}
