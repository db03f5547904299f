package dev.ratelimit.testkit.redis;

import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The one server of this process that tests share. */
final class SharedServer {

  static final String URI_SETTING = "RATELIMIT_TEST_REDIS";

  private static @Nullable RedisServer found; // guarded by the class

  private SharedServer() {}

  static synchronized RedisServer get() {
    RedisServer present = found;
    if (present == null) {
      present = find(setting(), RedisBinary.systemPath());
      found = present;
    }
    return present;
  }

  /**
   * Finds a server in the order that {@link RedisServers} promises.
   *
   * @param path the directories in which {@code redis-server} may be
   */
  static RedisServer find(Optional<URI> uri, String path) {
    return uri.map(RedisServer::at)
        .or(() -> RedisBinary.onPath(path).map(SharedServer::start))
        .or(() -> container().map(SharedServer::ofAll))
        .or(() -> RedisBinary.bundled().map(SharedServer::start))
        .orElseThrow(RedisBinary::noneFound);
  }

  /** The process ends with the JVM. */
  private static RedisServer start(RedisBinary binary) {
    return ofAll(ServerProcess.start(binary).uri());
  }

  private static RedisServer ofAll(URI uri) {
    return RedisServer.of(
        uri, new ForeignServer("tests share it; Sharing.OWN gives one that can be"));
  }

  /** Asking Docker takes a second, so it is asked only where its answer can be used. */
  private static Optional<URI> container() {
    try {
      Class.forName("org.testcontainers.DockerClientFactory");
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    }
    return RedisContainer.start();
  }

  private static Optional<URI> setting() {
    return Optional.ofNullable(System.getProperty(URI_SETTING))
        .or(() -> Optional.ofNullable(System.getenv(URI_SETTING)))
        .filter(text -> !text.isBlank())
        .map(URI::create);
  }
}
