package dev.ratelimit.redis;

import dev.ratelimit.TimeSource;
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
 * <p>Each sentinel is listened to: the first that one asks for the master may be the last to learn.
 *
 * <p>Thread-safe.
 *
 * @see <a href="https://redis.io/docs/latest/operate/oss_and_stack/management/sentinel/">Sentinel,
 *     "Pub/Sub messages"</a>
 */
@SuppressWarnings("FutureReturnValueIgnored") // nothing is left to do if it fails
final class SentinelWatch implements AutoCloseable {

  private static final String SWITCHED = "+switch-master";
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final Driver<RedisClient> driver;
  private final RedisURI sentinel;
  private final String ofMaster;
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
    this.ofMaster = named.getSentinelMasterId() + " ";
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
        .subscribe(SWITCHED)
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

  private final class Ear extends RedisPubSubAdapter<String, String> {

    private boolean hasListened; // by the connection's thread only

    /** After a reconnection too, before which something may have been missed. */
    @Override
    public void subscribed(String channel, long count) {
      if (hasListened) {
        switched.run();
      }
      hasListened = true;
    }

    /** As in {@code name old-ip old-port new-ip new-port}. */
    @Override
    public void message(String channel, String message) {
      if (message.startsWith(ofMaster)) {
        switched.run();
      }
    }
  }
}
