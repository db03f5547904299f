package dev.ratelimit.redis.protocol;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.algorithm.Unsupported;
import java.util.List;
import java.util.stream.LongStream;

/**
 * A limit made ready to be asked about.
 *
 * <p>Immutable.
 */
public final class Terms {

  /** Of lower costs, which nearly all checks have, the question is made once. */
  private static final int COSTS_KNOWN = 17;

  private final Limit limit;
  private final long most;
  private final Protocol protocol;
  private final List<Question<Decision>> checks;

  /**
   * Makes a limit ready.
   *
   * @param limit the limit
   * @param most the most permits it can grant at once
   * @param protocol how keys under it are asked about
   */
  public Terms(Limit limit, long most, Protocol protocol) {
    this.limit = limit;
    this.most = most;
    this.protocol = protocol;
    this.checks =
        LongStream.range(0, COSTS_KNOWN).mapToObj(cost -> Question.check(this, cost)).toList();
  }

  public Limit limit() {
    return limit;
  }

  public Protocol protocol() {
    return protocol;
  }

  /** {@return the question whether a cost is there} */
  public Question<Decision> check(long cost) {
    return cost < COSTS_KNOWN ? checks.get((int) cost) : Question.check(this, cost);
  }

  long most() {
    return most;
  }

  /** {@return whether a cost is decided by what is stored, and not by the limit alone} */
  boolean isChargeable(long cost) {
    return cost > 0 && cost <= most;
  }

  /** Refuses to take what is there under a kind of limit that does not know of it. */
  void requireTakeable() {
    if (!(limit instanceof TokenBucket)) {
      throw Unsupported.take(limit);
    }
  }

  /** {@return a refund that no limit tells from a larger one} */
  static long cutRefund(long permits) {
    return Math.min(permits, BucketUnits.MAX_DEBT);
  }
}
