package dev.ratelimit.benchmarks.keyed;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Rows with many keys and growth with their number: known keys, allowed, by one thread.
 *
 * <p>The limiter is filled with one set of strings and asked with another, since the key of a
 * request is never the very string of the request before.
 */
@State(Scope.Benchmark)
public class ManyKeysCheck {

  /*
   * The collections in fill() put everything into the old generation in the order in which it was made, so
   * that the strings of busy users are not gathered by a later collection which follows the order
   * of the requests.
   */

  @Param private Subject subject;

  @Param("1000000")
  private int keys;

  @Param("0.99")
  private double exponent;

  private KeyedLimiter limiter;
  private Requests requests;

  /** Fills the limiter and draws the requests. */
  @Setup
  public void fill() {
    String[] users = Users.keys(keys);
    limiter = subject.limiter(Users.LIMIT, keys);
    for (int user = 0; user < keys; user++) {
      limiter.check(Users.key(user));
    }
    System.gc();
    requests = Requests.zipf(users, exponent);
    System.gc();
  }

  /** Refuses figures of a limiter that has forgotten keys. */
  @TearDown
  public void requireAllKeys() {
    if (limiter.size().getAsLong() != keys) {
      throw new IllegalStateException("keys left: " + limiter.size().getAsLong());
    }
  }

  /** {@return the answer} */
  @Benchmark
  public Object check() {
    return limiter.check(requests.next());
  }
}
