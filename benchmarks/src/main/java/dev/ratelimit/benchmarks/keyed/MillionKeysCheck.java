package dev.ratelimit.benchmarks.keyed;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Rows "1,000,000 keys, zipf 0.99": known keys, allowed, by one thread.
 *
 * <p>The limiter is filled with one set of strings and asked with another, since the key of a
 * request is never the very string of the request before.
 */
@State(Scope.Benchmark)
public class MillionKeysCheck {

  /*
   * The collections in fill() put everything into the old generation in the order in which it was made, so
   * that the strings of busy users are not gathered by a later collection which follows the order
   * of the requests.
   */

  private static final double EXPONENT = 0.99;

  @Param private Subject subject;

  private KeyedLimiter limiter;
  private Requests requests;

  /** Fills the limiter and draws the requests. */
  @Setup
  public void fill() {
    String[] users = Users.keys(Users.COUNT);
    limiter = subject.limiter(Users.LIMIT, Users.COUNT);
    for (int user = 0; user < Users.COUNT; user++) {
      limiter.check(Users.key(user));
    }
    System.gc();
    requests = Requests.zipf(users, EXPONENT);
    System.gc();
  }

  /** Refuses figures of a limiter that has forgotten keys. */
  @TearDown
  public void requireAllKeys() {
    if (limiter.size().getAsLong() != Users.COUNT) {
      throw new IllegalStateException("keys left: " + limiter.size().getAsLong());
    }
  }

  /** {@return the answer} */
  @Benchmark
  public Object check() {
    return limiter.check(requests.next());
  }
}
