package dev.ratelimit.benchmarks.tiered;

import dev.ratelimit.Decision;
import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.benchmarks.redis.Checks;
import dev.ratelimit.benchmarks.redis.Subject;
import dev.ratelimit.local.LocalLimiter;
import dev.ratelimit.local.tiered.TieredLimiter;
import dev.ratelimit.redis.RedisLimiter;
import dev.ratelimit.testkit.redis.RedisServer;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The ways in which a check of a hot key is answered that are compared. */
public enum HotKey {
  /** By a bucket in this process. */
  LOCAL {
    @Override
    Opened open() {
      LocalLimiter limiter = LocalLimiter.builder(ROOMY).build();
      return new Opened(() -> limiter.check(KEY), limiter::close);
    }
  },

  /** From permits in hand. */
  LEASED {
    @Override
    Opened open() {
      RedisServer redis = RedisServer.start();
      return tiered(redis, ROOMY, Origin.LEASE, () -> {});
    }
  },

  /** By the fallback, Redis being away. */
  DEGRADED {
    @Override
    Opened open() {
      RedisServer redis = RedisServer.start();
      return tiered(redis, ROOMY, Origin.FALLBACK, redis::kill);
    }
  },

  /** From what Redis denied before. */
  DENY_LINE {
    @Override
    Opened open() {
      RedisServer redis = RedisServer.start();
      return tiered(redis, Limit.of(1, Duration.ofDays(1)), Origin.DENY_LINE, () -> {});
    }
  },

  /** By Bucket4j, which asks Redis for each 200 permits, or after a second. */
  BUCKET4J_DELAYING {
    @Override
    Opened open() {
      return remote(Subject.BUCKET4J_DELAYING);
    }
  },

  /** By Redis, which a plain script asks for each check. */
  PLAIN_SCRIPT {
    @Override
    Opened open() {
      return remote(Subject.PLAIN_SCRIPT);
    }
  };

  /**
   * What checks, until it is closed.
   *
   * @param check gives an answer
   * @param close fails if the way was left
   */
  record Opened(Supplier<Object> check, Runnable close) {}

  private static final String KEY = "user";
  private static final int LAST = 100;

  /** An ordinary rate, and a burst that outlasts a run of checks that take no time. */
  private static final TokenBucket ROOMY = Limit.perSecond(1_000).withBurst(1_000_000_000_000L);

  /** Starts what it needs, and checks until the answer comes in this way. */
  abstract Opened open();

  private static Opened tiered(RedisServer redis, Limit limit, Origin way, Runnable before) {
    TieredLimiter limiter =
        TieredLimiter.builder(
                RedisLimiter.builder(RedisURI.create(redis.uri())).limit(limit).build())
            .fallback(Fallback.local(1))
            .build();
    limiter.check(KEY);
    before.run();
    Decision last = limiter.check(KEY);
    while (last.origin() != way) {
      last = limiter.check(KEY);
    }
    return new Opened(() -> limiter.check(KEY), () -> close(redis, limiter, way));
  }

  /** Single answers may take another way, as when a lease has ended. */
  private static void close(RedisServer redis, TieredLimiter limiter, Origin way) {
    boolean isTaken =
        Stream.generate(() -> limiter.check(KEY).origin()).limit(LAST).anyMatch(way::equals);
    limiter.close();
    redis.close();
    if (!isTaken) {
      throw new IllegalStateException("of " + LAST + " checks none was answered by " + way);
    }
  }

  private static Opened remote(Subject subject) {
    RedisServer redis = RedisServer.start();
    Checks checks = subject.open(redis.uri(), ROOMY);
    return new Opened(
        () -> checks.check(KEY),
        () -> {
          checks.close();
          redis.close();
        });
  }
}
