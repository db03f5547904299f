package dev.ratelimit.redis.coalesce;

import dev.ratelimit.StoreException;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a request is to be told.
 *
 * @param ask the request
 * @param completion tells it; never throws
 */
record Delivery(Ask ask, Runnable completion) {

  static Delivery answered(Ask ask, Supplier<List<Object>> answers) {
    return new Delivery(ask, () -> ask.answered(answers));
  }

  static Delivery failed(Ask ask, StoreException failure) {
    return new Delivery(ask, () -> ask.failed(failure));
  }
}
