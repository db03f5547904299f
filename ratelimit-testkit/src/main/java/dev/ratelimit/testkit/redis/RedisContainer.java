package dev.ratelimit.testkit.redis;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.Optional;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/** Redis in a container, where Docker answers. Loaded only if Testcontainers is there. */
final class RedisContainer {

  private static final Logger LOG = System.getLogger(RedisServers.class.getName());
  private static final String IMAGE = "redis:7.0.15-alpine";
  private static final int PORT = 6379;

  private RedisContainer() {}

  /** {@return where it listens; Testcontainers removes it when this process ends} */
  static Optional<URI> start() {
    try {
      return DockerClientFactory.instance().isDockerAvailable()
          ? Optional.of(startContainer())
          : Optional.empty();
    } catch (ContainerLaunchException e) {
      LOG.log(Level.WARNING, "Docker answers, but did not start " + IMAGE, e);
      return Optional.empty();
    }
  }

  private static URI startContainer() {
    GenericContainer<?> container =
        new GenericContainer<>(DockerImageName.parse(IMAGE)).withExposedPorts(PORT);
    container.withCommand("redis-server", "--save", "", "--enable-debug-command", "yes").start();
    return RedisServer.uri(container.getHost(), container.getMappedPort(PORT));
  }
}
