package dev.ratelimit.benchmarks.keyed;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.benchmarks.bucket.Bucket4jBuckets;
import dev.ratelimit.local.CellsInMap;
import dev.ratelimit.local.LocalLimiter;
import dev.ratelimit.local.LocalStore;
import io.github.bucket4j.Bucket;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;

/** The ways to keep buckets by key that are compared. */
public enum Subject {
  /** Ours, as users call it. */
  LOCAL_LIMITER {
    @Override
    KeyedLimiter limiter(TokenBucket limit, long maximumKeys) {
      LocalLimiter limiter = LocalLimiter.builder(limit).maximumKeys(maximumKeys).build();
      LocalStore store = (LocalStore) limiter.store();
      return new KeyedLimiter(limiter::check, store::size);
    }
  },

  /** What users of Bucket4j write for buckets in process; it has no bound. */
  MAP_AND_BUCKET4J {
    @Override
    KeyedLimiter limiter(TokenBucket limit, long maximumKeys) {
      ConcurrentHashMap<String, Bucket> map = new ConcurrentHashMap<>();
      Bucket4jBuckets buckets = Bucket4jBuckets.exact(limit);
      return new KeyedLimiter(
          key -> {
            Bucket known = map.get(key);
            Bucket bucket =
                known == null ? map.computeIfAbsent(key, absent -> buckets.bucket()) : known;
            return bucket.tryConsumeAndReturnRemaining(1);
          },
          map::mappingCount);
    }
  },

  /** Our cells in a map without a bound: the cost of our sweeping is the difference. */
  CELLS_IN_MAP {
    @Override
    KeyedLimiter limiter(TokenBucket limit, long maximumKeys) {
      ConcurrentHashMap<String, Object> map = new ConcurrentHashMap<>();
      return new KeyedLimiter(new CellsInMap(limit, map)::check, map::mappingCount);
    }
  },

  /** Our cells in a cache that is bounded by evicting what was used least. */
  CELLS_IN_CAFFEINE {
    @Override
    KeyedLimiter limiter(TokenBucket limit, long maximumKeys) {
      return inCache(limit, Caffeine.newBuilder().maximumSize(maximumKeys).build());
    }
  },

  /** The same, which also forgets what was not used for ten minutes. */
  CELLS_IN_EXPIRING_CAFFEINE {
    @Override
    KeyedLimiter limiter(TokenBucket limit, long maximumKeys) {
      return inCache(
          limit,
          Caffeine.newBuilder()
              .maximumSize(maximumKeys)
              .expireAfterAccess(Duration.ofMinutes(10))
              .build());
    }
  };

  /**
   * {@return a limiter that puts every key under one limit}
   *
   * @param limit what each key may spend
   * @param maximumKeys the bound, for those that have one
   */
  abstract KeyedLimiter limiter(TokenBucket limit, long maximumKeys);

  private static KeyedLimiter inCache(TokenBucket limit, Cache<String, Object> cache) {
    return new KeyedLimiter(
        new CellsInMap(limit, cache.asMap())::check,
        () -> {
          cache.cleanUp();
          return cache.estimatedSize();
        });
  }
}
