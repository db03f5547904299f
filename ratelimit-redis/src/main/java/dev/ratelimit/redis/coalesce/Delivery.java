package dev.ratelimit.redis.coalesce;

import dev.ratelimit.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * What a request is to be told.
 *
 * @param ask the request
 * @param answers {@code null} if it failed
 * @param failure {@code null} if it did not
 */
record Delivery(Ask ask, @Nullable Answers answers, @Nullable StoreException failure) {

  static Delivery answered(Ask ask, Answers answers) {
    return new Delivery(ask, answers, null);
  }

  static Delivery failed(Ask ask, StoreException failure) {
    return new Delivery(ask, null, failure);
  }

  /** Tells it. Never throws. */
  void complete() {
    if (answers != null) {
      ask.answered(answers);
    } else if (failure != null) {
      ask.failed(failure);
    }
  }
}
