package dev.ratelimit.benchmarks.redis;

import dev.ratelimit.TokenBucket;
import io.github.bucket4j.distributed.proxy.optimization.DelayParameters;
import io.github.bucket4j.distributed.proxy.optimization.Optimizations;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** The ways to check a key over Redis that are compared. */
public enum Subject {
  /** Ours, exact: every permit comes from Redis. */
  OURS {
    @Override
    public Checks open(URI redis, TokenBucket limit) {
      return OurChecks.exact(redis, limit);
    }
  },

  /** Ours with leases: permits are taken from Redis ahead of their use. */
  OURS_LEASED {
    @Override
    public Checks open(URI redis, TokenBucket limit) {
      return OurChecks.leased(redis, limit);
    }
  },

  /** One EVALSHA a check, over Lettuce: what a service writes for itself. */
  PLAIN_SCRIPT {
    @Override
    public Checks open(URI redis, TokenBucket limit) {
      return new CommandChecks(redis, new PlainTokenBucket(limit));
    }
  },

  /** One PING a check, over Lettuce. It decides nothing. */
  PING {
    @Override
    public Checks open(URI redis, TokenBucket limit) {
      return new CommandChecks(redis, commands -> key -> commands.ping().thenApply("PONG"::equals));
    }
  },

  /** Bucket4j as it comes: compare and swap. */
  BUCKET4J {
    @Override
    public Checks open(URI redis, TokenBucket limit) {
      return new Bucket4jChecks(redis, limit, Optional.empty());
    }
  },

  /** Bucket4j, where callers that wait share a request. */
  BUCKET4J_BATCHING {
    @Override
    public Checks open(URI redis, TokenBucket limit) {
      return new Bucket4jChecks(redis, limit, Optional.of(Optimizations.batching()));
    }
  },

  /** Bucket4j, which spends up to 200 permits, for up to a second, before it tells Redis. */
  BUCKET4J_DELAYING {
    @Override
    public Checks open(URI redis, TokenBucket limit) {
      return new Bucket4jChecks(redis, limit, Optional.of(Optimizations.delaying(DELAY)));
    }
  },

  /** Redisson's limiter as it comes. */
  REDISSON {
    @Override
    public Checks open(URI redis, TokenBucket limit) {
      return new RedissonChecks(redis, limit);
    }
  };

  private static final DelayParameters DELAY = new DelayParameters(200, Duration.ofSeconds(1));

  /**
   * Connects.
   *
   * @param redis the server
   * @param limit what each key may spend
   * @return checks; close them
   */
  public abstract Checks open(URI redis, TokenBucket limit);
}
