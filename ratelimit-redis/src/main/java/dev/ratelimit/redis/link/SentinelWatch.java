package dev.ratelimit.redis.link;

import dev.ratelimit.TimeSource;
import dev.ratelimit.redis.driver.Driver;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * Listens to a sentinel, which tells when another server becomes the master. The old one, if it is
 * well, goes on answering for seconds, and what it is charged meanwhile is lost.
 *
 * <p>Each sentinel is listened to: the one that leads a failover tells of it first, when the new
 * master is known to be one; all others when the rest follows that.
 *
 * <p>Thread-safe.
 *
 * @see <a href="https://redis.io/docs/latest/operate/oss_and_stack/management/sentinel/">Sentinel,
 *     "Pub/Sub messages"</a>
 */
@SuppressWarnings("FutureReturnValueIgnored") // nothing is left to do if it fails
final class SentinelWatch implements AutoCloseable {

  /** As in {@code slave 1.2.3.4:6380 1.2.3.4 6380 @ name 1.2.3.4 6379}. */
  private static final String PROMOTED = "+promoted-slave";

  /** As in {@code name 1.2.3.4 6379 1.2.3.4 6380}. */
  private static final String SWITCHED = "+switch-master";

  private static final Duration RETRY = Duration.ofSeconds(1);

  private final Driver<RedisClient> driver;
  private final RedisURI sentinel;
  private final String master;
  private final Runnable switched;
  private final Opening<StatefulRedisPubSubConnection<String, String>> opening;

  /**
   * Begins to listen.
   *
   * @param named names the master
   * @param switched run when the sentinel names another one, and when it may have done so unheard
   */
  SentinelWatch(
      Driver<RedisClient> driver,
      RedisURI named,
      RedisURI sentinel,
      Runnable switched,
      TimeSource time) {
    this.driver = driver.besides();
    this.sentinel = sentinel;
    this.master = named.getSentinelMasterId();
    this.switched = switched;
    this.opening = new Opening<>(this.driver, this::listening, RETRY, time);
    opening.begin();
  }

  private CompletionStage<StatefulRedisPubSubConnection<String, String>> listening() {
    return driver
        .client()
        .connectPubSubAsync(StringCodec.UTF8, sentinel)
        .thenCompose(SentinelWatch.this::subscribed);
  }

  private CompletionStage<StatefulRedisPubSubConnection<String, String>> subscribed(
      StatefulRedisPubSubConnection<String, String> connected) {
    connected.addListener(new Ear());
    return connected
        .async()
        .subscribe(PROMOTED, SWITCHED)
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                connected.closeAsync();
              }
            })
        .thenApply(done -> connected);
  }

  @Override
  public void close() {
    opening.close();
  }

  private boolean isOfTheMaster(String channel, String message) {
    return channel.equals(SWITCHED)
        ? message.startsWith(master + " ")
        : message.contains(" @ " + master + " ");
  }

  private final class Ear extends RedisPubSubAdapter<String, String> {

    private boolean hasListened; // by the connection's thread only

    /** Of the last channel. After a reconnection something may have been missed. */
    @Override
    public void subscribed(String channel, long count) {
      if (channel.equals(SWITCHED)) {
        if (hasListened) {
          switched.run();
        }
        hasListened = true;
      }
    }

    @Override
    public void message(String channel, String message) {
      if (isOfTheMaster(channel, message)) {
        switched.run();
      }
    }
  }
}
