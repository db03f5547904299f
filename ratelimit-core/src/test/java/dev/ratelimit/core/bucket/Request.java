package dev.ratelimit.core.bucket;

import dev.ratelimit.core.algorithm.Grant;
import dev.ratelimit.core.algorithm.Step;

/** One operation on a key, with those arguments that it has. */
record Request(Op op, long amount, long maxWaitMicros, long generation, long slot) {

  enum Op {
    CHECK,
    PEEK,
    RESERVE,
    TAKE,
    GRANT,
    SPENT,
    GIVE_BACK,
    REFUND,
    RESET
  }

  static Request of(Op op, long amount) {
    return new Request(op, amount, 0, 0, 0);
  }

  static Request reserve(long cost, long maxWaitMicros) {
    return new Request(Op.RESERVE, cost, maxWaitMicros, 0, 0);
  }

  static Request release(Op op, Grant lease, long permits) {
    return new Request(op, permits, 0, lease.generation(), lease.slot());
  }

  Step<?> on(Bucket bucket) {
    return switch (op) {
      case CHECK -> bucket.check(amount);
      case PEEK -> bucket.peek(amount);
      case RESERVE -> bucket.reserve(amount, maxWaitMicros);
      case TAKE -> bucket.take(amount);
      case GRANT -> bucket.grant(amount);
      case SPENT -> bucket.spent(generation, slot, amount);
      case GIVE_BACK -> bucket.giveBack(generation, slot, amount);
      case REFUND -> bucket.refund(amount);
      case RESET -> bucket.reset();
    };
  }
}
