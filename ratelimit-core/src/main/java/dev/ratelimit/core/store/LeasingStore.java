package dev.ratelimit.core.store;

import dev.ratelimit.Rule;
import java.util.concurrent.CompletableFuture;

/**
 * A store that also hands out permits to be spent elsewhere, for one term.
 *
 * <p>Permits out on lease plus permits in the bucket never exceed the burst, so a fleet that spends
 * leases admits no more than one bucket would.
 *
 * <p>Thread-safe.
 */
public interface LeasingStore extends Store {

  /**
   * Reports what became of earlier leases, decides a check, and takes a new lease, in one step.
   *
   * @param key whose permits
   * @param rule the rule the key is under: a token bucket
   * @param call what to report and what to ask for
   * @param nowMicros the caller's instant
   * @return the decision on the check, and the lease
   */
  LeaseReply lease(String key, Rule rule, LeaseCall call, long nowMicros);

  /**
   * {@return {@link #lease}, without blocking} Unlike those of {@link Store}, this future may be
   * completed on any thread of the store's: what depends on it is a layer's, is quick and does not
   * block.
   *
   * @param key whose permits
   * @param rule the rule the key is under: a token bucket
   * @param call what to report and what to ask for
   * @param nowMicros the caller's instant
   */
  default CompletableFuture<LeaseReply> leaseAsync(
      String key, Rule rule, LeaseCall call, long nowMicros) {
    return CompletableFuture.completedFuture(lease(key, rule, call, nowMicros));
  }
}
