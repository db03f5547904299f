package dev.ratelimit.redis;

import dev.ratelimit.Decision;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Rule;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.store.Demand;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.LeaseCall;
import dev.ratelimit.core.store.LeaseReply;
import dev.ratelimit.core.store.LeasingStore;
import dev.ratelimit.core.store.Taken;
import dev.ratelimit.redis.call.RedisSettings;
import dev.ratelimit.redis.limits.Scripts;
import dev.ratelimit.redis.link.ServerLink;
import dev.ratelimit.testkit.redis.RedisReply;
import dev.ratelimit.testkit.redis.RedisServer;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongUnaryOperator;

/**
 * The shipped script over a real Redis, with only the line that reads the time and the line that
 * sets the expiry replaced: it goes by the instants that it is handed, or by a clock of the test's.
 */
final class HandClockStore implements LeasingStore {

  private static final String PREFIX = "t:";
  private static final String CLOCK_KEY = "hand-clock";
  private static final String LIFE_KEY = "hand-life";
  private static final String READS_TIME = "local time = call('TIME')";
  private static final String SETS_EXPIRY = "call('SET', key, value, 'PX', live_ms)";
  private static final String MOVES_EXPIRY = "call('PEXPIRE', key, live_ms)";

  private final RedisServer redis;
  private final LongUnaryOperator time;
  private final RedisStore store;

  /** The server's clock is whatever instant a caller hands in. */
  static HandClockStore ofCallers(RedisServer redis) {
    return new HandClockStore(redis, handedIn -> handedIn);
  }

  /** The server's clock is the test's, whatever instant a caller has read before. */
  static HandClockStore of(RedisServer redis, TimeSource clock) {
    return new HandClockStore(redis, handedIn -> clock.micros());
  }

  private HandClockStore(RedisServer redis, LongUnaryOperator time) {
    this.redis = redis;
    this.time = time;
    RedisSettings settings =
        new RedisSettings(
            PREFIX,
            Duration.ofSeconds(20),
            TimeSource.system(),
            LimiterListener.NONE,
            ForkJoinPool.commonPool());
    ServerLink link = ServerLink.open(RedisURI.create(redis.uri()), settings.timeSource());
    link.firstAttempt().join();
    this.store = new RedisStore(link, settings, Scripts.shipped().with(HandClockStore::byHand));
  }

  private static String byHand(String text) {
    String timed =
        replaced(text, READS_TIME, "local time = { 0, call('GET', '" + CLOCK_KEY + "') }");
    String living =
        replaced(
            timed,
            SETS_EXPIRY,
            "call('SET', key, value)\n  call('SET', '" + LIFE_KEY + "', live_ms)");
    return living.replace(MOVES_EXPIRY, "call('SET', '" + LIFE_KEY + "', live_ms)");
  }

  private static String replaced(String text, String line, String by) {
    if (!text.contains(line)) {
      throw new IllegalStateException("the script has no line " + line);
    }
    return text.replace(line, by);
  }

  /** From now on, until a key is written, that life is 0. */
  void forgetLife() {
    redis.command("SET", LIFE_KEY, "0");
  }

  /** {@return how long the key that was written last would live, in milliseconds} */
  long lastLifeMillis() {
    return Long.parseLong(redis.command("GET", LIFE_KEY).asText());
  }

  /** {@return what is stored of a key; nothing if it is not there} */
  byte[] value(String key) {
    RedisReply value = redis.command("GET", PREFIX + "{" + key + "}");
    return value.isNil() ? new byte[0] : value.asBytes();
  }

  private synchronized LeasingStore at(long micros) {
    redis.command("SET", CLOCK_KEY, Long.toString(time.applyAsLong(micros)));
    return store;
  }

  @Override
  public Decision check(String key, Rule rule, long cost, long nowMicros) {
    return at(nowMicros).check(key, rule, cost, nowMicros);
  }

  @Override
  public Optional<List<Decision>> checkTogether(List<Demand> demands, long nowMicros) {
    return at(nowMicros).checkTogether(demands, nowMicros);
  }

  @Override
  public Decision peek(String key, Rule rule, long cost, long nowMicros) {
    return at(nowMicros).peek(key, rule, cost, nowMicros);
  }

  @Override
  public Held reserve(String key, Rule rule, Hold hold, long nowMicros) {
    return at(nowMicros).reserve(key, rule, hold, nowMicros);
  }

  @Override
  public Taken take(String key, Rule rule, long want, long nowMicros) {
    return at(nowMicros).take(key, rule, want, nowMicros);
  }

  @Override
  public Decision refund(String key, Rule rule, long permits, long nowMicros) {
    return at(nowMicros).refund(key, rule, permits, nowMicros);
  }

  @Override
  public Decision reset(String key, Rule rule, long nowMicros) {
    return at(nowMicros).reset(key, rule, nowMicros);
  }

  @Override
  public LeaseReply lease(String key, Rule rule, LeaseCall call, long nowMicros) {
    return at(nowMicros).lease(key, rule, call, nowMicros);
  }

  @Override
  public void close() {
    store.close();
  }
}
