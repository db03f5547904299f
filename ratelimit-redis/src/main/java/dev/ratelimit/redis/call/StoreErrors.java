package dev.ratelimit.redis.call;

import dev.ratelimit.StoreException;
import dev.ratelimit.StoreException.Charge;
import dev.ratelimit.StoreException.Kind;
import dev.ratelimit.core.health.Breaker;
import dev.ratelimit.redis.driver.RedisError;

/**
 * What callers are told of a master that did not answer them. Thread-safe.
 *
 * @param master which
 * @param breaker says when it is asked again
 */
record StoreErrors(String master, Breaker breaker) {

  /** {@return the failure of a request that is not sent} */
  StoreException refused(String reason) {
    return new StoreException(master + " " + reason, null, Charge.NONE, breaker.untilNextProbe());
  }

  /**
   * {@return the failure of a call}
   *
   * @param mayHaveCharged whether that is not known
   */
  StoreException failed(Throwable reason, boolean mayHaveCharged) {
    return new StoreException(
            master + ": " + RedisError.reason(reason),
            reason,
            mayHaveCharged ? Charge.UNCERTAIN : Charge.NONE,
            breaker.untilNextProbe())
        .withKind(RedisError.kind(reason));
  }

  /** {@return the failure of a call whose reply no script of ours gives} */
  StoreException notUnderstood(RuntimeException reason, String said) {
    return new StoreException(
            master + ": " + said, reason, Charge.UNCERTAIN, breaker.untilNextProbe())
        .withKind(Kind.NOT_UNDERSTOOD);
  }
}
