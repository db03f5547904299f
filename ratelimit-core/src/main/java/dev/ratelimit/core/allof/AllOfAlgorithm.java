package dev.ratelimit.core.allof;

import dev.ratelimit.AllOf;
import dev.ratelimit.BucketUnits;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.algorithm.Algorithm;
import dev.ratelimit.core.algorithm.KeyState;
import dev.ratelimit.core.algorithm.LimitedKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Several token buckets on one key, made ready to decide. Immutable. */
@SuppressWarnings("exports") // JSpecify's annotations are not needed at run time
public final class AllOfAlgorithm implements Algorithm {

  private final AllOf limit;
  private final List<BucketUnits> units;

  private AllOfAlgorithm(AllOf limit) {
    this.limit = limit;
    this.units = limit.limits().stream().map(TokenBucket::units).toList();
  }

  /**
   * {@return the algorithm of a limit}
   *
   * @param limit which
   */
  public static AllOfAlgorithm of(AllOf limit) {
    return new AllOfAlgorithm(limit);
  }

  @Override
  public LimitedKey at(@Nullable KeyState stored, String key, long micros) {
    AllOfState state = stored instanceof AllOfState all ? all : null;
    return AllOfKey.of(limit, units, state, micros);
  }
}
