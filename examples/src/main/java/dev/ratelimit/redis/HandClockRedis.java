package dev.ratelimit.redis;

import dev.ratelimit.LimiterListener;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.store.LeasingStore;
import dev.ratelimit.redis.call.RedisSettings;
import dev.ratelimit.redis.limits.Scripts;
import dev.ratelimit.redis.link.ServerLink;
import io.lettuce.core.RedisURI;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ForkJoinPool;

/**
 * The shipped script over a real Redis, with only the line that reads the time and the line that
 * sets the expiry replaced: its time is what stands at a key.
 */
public final class HandClockRedis {

  /** Where the script finds its time, in microseconds since the epoch. */
  public static final String CLOCK_KEY = "hand-clock";

  private static final String READS_TIME = "local time = call('TIME')";
  private static final String SETS_EXPIRY = "call('SET', key, value, 'PX', live_ms)";
  private static final String MOVES_EXPIRY = "call('PEXPIRE', key, live_ms)";
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private HandClockRedis() {}

  /**
   * {@return a store over a Redis}
   *
   * @param redis where it is
   */
  public static LeasingStore open(URI redis) {
    RedisSettings settings =
        new RedisSettings(
            "vectors:",
            PATIENCE,
            TimeSource.system(),
            LimiterListener.NONE,
            ForkJoinPool.commonPool());
    ServerLink link = ServerLink.open(RedisURI.create(redis), settings.timeSource());
    link.firstAttempt().join();
    return new RedisStore(link, settings, Scripts.shipped().with(HandClockRedis::byHand));
  }

  private static String byHand(String text) {
    String readsKey = "local time = { 0, call('GET', '" + CLOCK_KEY + "') }";
    return replaced(replaced(text, READS_TIME, readsKey), SETS_EXPIRY, "call('SET', key, value)")
        .replace(MOVES_EXPIRY, "");
  }

  private static String replaced(String text, String line, String by) {
    if (!text.contains(line)) {
      throw new IllegalStateException("the script has no line " + line);
    }
    return text.replace(line, by);
  }
}
