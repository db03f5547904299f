package dev.ratelimit.redis.coalesce;

import dev.ratelimit.StoreException;

/**
 * What a request is to be told.
 *
 * @param ask the request
 * @param completion tells it; never throws
 */
record Delivery(Ask ask, Runnable completion) {

  static Delivery answered(Ask ask, Answers answers) {
    return new Delivery(ask, () -> ask.answered(answers));
  }

  static Delivery failed(Ask ask, StoreException failure) {
    return new Delivery(ask, () -> ask.failed(failure));
  }
}
