package dev.ratelimit.redis;

import dev.ratelimit.Decision;
import dev.ratelimit.DeniedKey;
import dev.ratelimit.Request;
import dev.ratelimit.Reservation;
import dev.ratelimit.Rules;
import dev.ratelimit.StoreException;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.StoreBacked;
import dev.ratelimit.core.StoreLimiter;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.redis.link.ClusterLink;
import dev.ratelimit.redis.link.Seeds;
import dev.ratelimit.redis.link.ServerLink;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Limits what keys spend across all instances that share a Redis, exactly.
 *
 * <p>Where Redis does not answer, a request gets a {@link StoreException}; a limiter with a
 * fallback over this one answers instead.
 *
 * <p>Thread-safe.
 *
 * <pre>{@code
 * RedisLimiter limiter =
 *     RedisLimiter.builder(RedisURI.create("redis://localhost"))
 *         .limit(Limit.perMinute(100).withBurst(20))
 *         .build();
 * }</pre>
 */
public final class RedisLimiter implements StoreBacked {

  private final StoreLimiter limiter;
  private final RedisStore redis;

  RedisLimiter(StoreLimiter limiter, RedisStore redis) {
    this.limiter = limiter;
    this.redis = redis;
  }

  /**
   * {@return a builder of a limiter over one server, or over the master that sentinels name}
   *
   * @param uri of the server: address, database, user and password, TLS; or of the sentinels, as in
   *     {@code redis-sentinel://host1,host2/0#master}
   */
  public static RedisLimiterBuilder builder(RedisURI uri) {
    Objects.requireNonNull(uri, "uri");
    return new RedisLimiterBuilder(time -> ServerLink.open(uri, time));
  }

  /**
   * {@return a builder of a limiter by a client of the application's own, which shuts it down}
   *
   * @param client must reject commands while disconnected, replay none, reconnect by itself, have a
   *     bounded queue, and where it is of Lettuce 6.6 {@link AtMostOnce} among its resources:
   *     {@code build()} refuses another, since it could charge twice
   * @param uri of the server, or of the sentinels; its timeout, by default a minute, should be
   *     about a second: for so long one that hangs keeps the client from looking for another
   */
  public static RedisLimiterBuilder builder(RedisClient client, RedisURI uri) {
    Objects.requireNonNull(client, "client");
    Objects.requireNonNull(uri, "uri");
    return new RedisLimiterBuilder(
        time -> ServerLink.lent(LentOptions.requireSafe(client), uri, time));
  }

  /**
   * {@return a builder of a limiter over a cluster}
   *
   * @param first a node of it: address, user and password, TLS
   * @param rest more nodes, should the first not be there; reached with or without TLS as it is
   * @throws IllegalArgumentException if one is the address of sentinels or a socket, or has another
   *     database than 0, or other TLS than the first
   */
  public static RedisLimiterBuilder cluster(RedisURI first, RedisURI... rest) {
    List<RedisURI> seeds = Seeds.of(first, rest);
    return new RedisLimiterBuilder(time -> ClusterLink.open(seeds, time));
  }

  /**
   * {@return a builder of a limiter over a cluster by a client of the application's own, which
   * shuts it down}
   *
   * @param client must reject commands while disconnected, replay none, reconnect by itself, have a
   *     bounded queue, and where it is of Lettuce 6.6 {@link AtMostOnce} among its resources:
   *     {@code build()} refuses another, since it could charge twice; the timeout of its addresses,
   *     by default a minute, should be about a second: for so long a node that hangs keeps it from
   *     learning of a change of the cluster
   */
  public static RedisLimiterBuilder cluster(RedisClusterClient client) {
    Objects.requireNonNull(client, "client");
    return new RedisLimiterBuilder(time -> ClusterLink.lent(LentOptions.requireSafe(client), time));
  }

  /**
   * Joins a fleet: the instances that share a limit, and tell each other by Redis how many they
   * are.
   *
   * <pre>{@code
   * Fallback share = Fallback.local(redis.membership("orders", 6));
   * PermitLimiter limiter = TieredLimiter.builder(redis).fallback(share).build();
   * }</pre>
   *
   * @param fleet its name, the same in all instances
   * @param assumed how many instances there are while Redis has not said it, at least 1
   * @return how many instances there are; ends with this limiter, if not before
   * @throws IllegalArgumentException if the name has half a surrogate pair, or the number is less
   *     than 1
   * @throws IllegalStateException if this limiter is closed
   */
  public RedisMembership membership(String fleet, int assumed) {
    return redis.membership(fleet, assumed);
  }

  @Override
  public Decision check(String key, long cost) {
    return limiter.check(key, cost);
  }

  @Override
  public CompletableFuture<Decision> checkAsync(String key, long cost) {
    return limiter.checkAsync(key, cost);
  }

  @Override
  public Decision checkAll(List<Request> requests) {
    return limiter.checkAll(requests);
  }

  @Override
  public Decision peek(String key, long cost) {
    return limiter.peek(key, cost);
  }

  @Override
  public Reservation reserve(String key, long cost, Duration maxWait) {
    return limiter.reserve(key, cost, maxWait);
  }

  @Override
  public Decision acquire(String key, long cost, Duration maxWait) throws InterruptedException {
    return limiter.acquire(key, cost, maxWait);
  }

  @Override
  public CompletableFuture<Decision> acquireAsync(String key, long cost, Duration maxWait) {
    return limiter.acquireAsync(key, cost, maxWait);
  }

  @Override
  public void refund(String key, long permits) {
    limiter.refund(key, permits);
  }

  @Override
  public void reset(String key) {
    limiter.reset(key);
  }

  @Override
  public List<DeniedKey> topDenied(int most) {
    return limiter.topDenied(most);
  }

  @Override
  public Store store() {
    return limiter.store();
  }

  @Override
  public Rules rules() {
    return limiter.rules();
  }

  @Override
  public TimeSource timeSource() {
    return limiter.timeSource();
  }

  @Override
  public void close() {
    limiter.close();
  }
}
