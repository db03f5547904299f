package dev.ratelimit.redis.limits;

import dev.ratelimit.AllOf;
import dev.ratelimit.FixedWindow;
import dev.ratelimit.Limit;
import dev.ratelimit.SlidingLog;
import dev.ratelimit.SlidingWindow;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.redis.protocol.Protocol;
import dev.ratelimit.redis.protocol.Terms;
import dev.ratelimit.redis.script.Script;
import java.util.function.UnaryOperator;

/**
 * The scripts of all kinds of limit.
 *
 * @param tokenBucket decides token buckets
 * @param fixedWindow decides fixed windows
 * @param slidingWindow decides sliding windows
 * @param slidingLog decides sliding logs
 * @param allOf decides several token buckets on one key
 */
public record Scripts(
    Script tokenBucket, Script fixedWindow, Script slidingWindow, Script slidingLog, Script allOf) {

  /** {@return the scripts of this version} */
  public static Scripts shipped() {
    return new Scripts(
        Script.of("common.lua", "bucket.lua", "token_bucket.lua"),
        Script.of("common.lua", "fixed_window.lua"),
        Script.of("common.lua", "sliding_window.lua"),
        Script.of("common.lua", "sliding_log.lua").beyondProbe(),
        Script.of("common.lua", "bucket.lua", "all_of.lua"));
  }

  /** {@return the same with each text changed} */
  public Scripts with(UnaryOperator<String> change) {
    return new Scripts(
        tokenBucket.with(change),
        fixedWindow.with(change),
        slidingWindow.with(change),
        slidingLog.with(change),
        allOf.with(change));
  }

  /**
   * {@return a limit made ready to be asked about}
   *
   * @throws IllegalArgumentException if the limit keeps no state
   */
  public Terms terms(Limit limit) {
    return new Terms(limit, limit.mostPermits(), protocol(limit));
  }

  private Protocol protocol(Limit limit) {
    if (limit instanceof TokenBucket bucket) {
      return new TokenBucketProtocol(tokenBucket, bucket.units());
    }
    if (limit instanceof FixedWindow window) {
      return new FixedWindowProtocol(fixedWindow, window);
    }
    if (limit instanceof SlidingWindow window) {
      return new SlidingWindowProtocol(slidingWindow, window);
    }
    if (limit instanceof SlidingLog log) {
      return new SlidingLogProtocol(slidingLog, log);
    }
    if (limit instanceof AllOf all) {
      return new AllOfProtocol(allOf, all);
    }
    throw new IllegalArgumentException("limit must be one that keeps state, was " + limit);
  }
}
