package dev.ratelimit.redis.link;

import dev.ratelimit.redis.script.RedisKeys;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The way to Redis: one server, the master that sentinels name, or a cluster. Opened in the
 * background until it succeeds, and from then on kept up by the driver.
 *
 * <p>Thread-safe.
 */
public interface Link extends AutoCloseable {

  /** {@return what logs and errors call it} */
  String name();

  /** {@return done when the first attempt to connect is; fails with its failure} */
  CompletableFuture<Void> firstAttempt();

  /** {@return why a server does not accept connections now, {@code null} if none has said so} */
  @Nullable Throwable refusal();

  /** {@return what sends scripts to masters, {@code null} until there has been a connection} */
  @Nullable RedisScriptingAsyncCommands<byte[], byte[]> commands();

  /**
   * {@return what sends scripts to one master and to no other, {@code null} if there is no
   * connection to it}
   */
  default @Nullable RedisScriptingAsyncCommands<byte[], byte[]> commandsTo(String master) {
    return commands();
  }

  /** {@return done when there is a connection to a master; fails if none could be opened} */
  default CompletableFuture<?> connected(String master) {
    return CompletableFuture.completedFuture(null);
  }

  /** {@return the masters as they are known now; at least one} */
  List<String> masters();

  /** {@return whether others have all keys of what was a master} */
  default boolean isGone(String master) {
    return false;
  }

  /** Has somebody told whenever the masters may have changed. */
  default void onTopology(Runnable listener) {}

  /** {@return the master that has a key, as far as is known now} */
  String masterOf(byte[] key);

  /** {@return what calls on a key can be shared by: keys of one call must be of one group} */
  Object groupOf(byte[] key);

  /** {@return the name of a key that no user key has, on a master} */
  byte[] probeKey(RedisKeys keys, String master);

  /** {@return whether keys can be anywhere, so that one call cannot carry all of them} */
  boolean hasHashSlots();

  /** {@return what one of the masters answers to {@code INFO}} */
  CompletableFuture<String> info(String master);

  /** {@return where a master is: another address if another server has that name now} */
  Object addressOf(String master);

  /** Has somebody told whenever a connection is made, or made anew; it must not block. */
  void whenConnected(Runnable told);

  /** Looks again where masters are, since one does not answer as a master does, or not at all. */
  void refresh();

  /** Opens another connection to a master, since the present one has gone silent. */
  default void reconnect(String master) {
    refresh();
  }

  /** Ends the connection and, soon after, the driver's threads, if they are ours. */
  @Override
  void close();
}
