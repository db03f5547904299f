package dev.ratelimit.redis;

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
interface Link extends AutoCloseable {

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
