package dev.ratelimit.local.tiered;

import dev.ratelimit.Decision;
import dev.ratelimit.DeniedKey;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Request;
import dev.ratelimit.Reservation;
import dev.ratelimit.core.StoreBacked;
import dev.ratelimit.core.StoreLimiter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * Asks a shared store as seldom as it can, and answers by the fallback while that cannot be asked:
 * nothing that happens to the store or to the network escapes from a check as an exception.
 *
 * <p>A busy key under a token bucket whose burst is not small is <em>leased</em>: permits are taken
 * from the store in blocks and spent in this process. Over every stretch of time D the whole fleet
 * still admits at most {@code burst + rate * (D + tick)}. An answer of {@link
 * dev.ratelimit.Origin#LEASE} estimates what remains, from what the store said last; one of {@link
 * dev.ratelimit.Origin#DENY_LINE} denies what the store would deny too, but for permits that others
 * have put back within the last second. {@link TieredLimiterBuilder#strict()} leases nothing.
 *
 * <p>Thread-safe.
 *
 * <pre>{@code
 * PermitLimiter limiter = TieredLimiter.builder(redis).fallback(Fallback.local(6)).build();
 * }</pre>
 */
public final class TieredLimiter implements PermitLimiter {

  private final StoreLimiter limiter;
  private final LongSupplier leased;

  TieredLimiter(StoreLimiter limiter, LongSupplier leased) {
    this.limiter = limiter;
    this.leased = leased;
  }

  /**
   * {@return a builder}
   *
   * @param shared the limiter whose store is shared; taken over, so that closing this limiter
   *     closes it
   */
  public static TieredLimiterBuilder builder(StoreBacked shared) {
    return new TieredLimiterBuilder(shared);
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

  /**
   * {@return how many permits this instance has on lease and can spend now, of all keys together}
   *
   * <p>Looks at every key that is leased or was denied lately: for a gauge, not for every check.
   */
  public long permitsOnLease() {
    return leased.getAsLong();
  }

  @Override
  public List<DeniedKey> topDenied(int most) {
    return limiter.topDenied(most);
  }

  /**
   * Closes the shared limiter too, and refuses what comes from now on. Permits in hand are given
   * back first, so that the connection may last for one more deadline.
   */
  @Override
  public void close() {
    limiter.close();
  }
}
