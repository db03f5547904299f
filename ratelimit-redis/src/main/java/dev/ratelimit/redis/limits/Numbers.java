package dev.ratelimit.redis.limits;

import dev.ratelimit.BucketUnits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The whole numbers of a reply, each of which is checked to be in its range. */
record Numbers(List<?> numbers) {

  static Numbers of(Object reply) {
    return new Numbers(reply instanceof List<?> list ? list : List.of(reply));
  }

  int size() {
    return numbers.size();
  }

  /** {@return the number at an index, from 0 to 2^53} */
  long at(int index) {
    return at(index, 0, BucketUnits.MAX_DEBT);
  }

  /** {@return the number at an index} */
  long at(int index, long least, long most) {
    @Nullable Object number = index < numbers.size() ? numbers.get(index) : null;
    if (number instanceof Long value && value >= least && value <= most) {
      return value;
    }
    throw new IllegalStateException("a script of ours replied " + numbers);
  }

  /** Refuses a reply of another size. */
  Numbers requireSize(boolean right) {
    if (!right) {
      throw new IllegalStateException("a script of ours replied " + numbers);
    }
    return this;
  }
}
