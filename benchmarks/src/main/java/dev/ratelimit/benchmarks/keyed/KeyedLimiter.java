package dev.ratelimit.benchmarks.keyed;

import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * A limiter under test.
 *
 * @param check spends one permit of a key and gives the answer
 * @param size says how many keys are kept, once pending housekeeping is done
 */
record KeyedLimiter(Function<String, Object> check, LongSupplier size) {

  Object check(String key) {
    return check.apply(key);
  }
}
