package dev.ratelimit.testkit.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * A real Redis, and what tests and demonstrations do to it.
 *
 * <p>{@link RedisServers} gives tests one; {@link #start} gives one to everybody else. What it
 * keeps is lost whenever it stops. A server that this process did not start, and one that tests
 * share, can be asked but not stopped: {@link #canBeStopped()} tells, and the operations throw
 * {@link UnsupportedOperationException}.
 *
 * <p>A process is killed when the JVM ends. The trap: a terminal sends Ctrl-C to it, too.
 *
 * <p>Thread-safe: one operation at a time.
 *
 * <pre>{@code
 * try (RedisServer redis = RedisServer.start()) {
 *   redis.command("SET", "key", "value");
 *   redis.kill();
 *   redis.restart();
 *   redis.command("GET", "key").isNil(); // true
 * }
 * }</pre>
 */
public final class RedisServer implements AutoCloseable {

  private static final int MOST_PORT = 65_535;

  private static final int DEFAULT_PORT = 6379;

  private final URI uri;
  private final ServerControl control;
  private final SocketFactory sockets;
  private final Optional<TrustStore> trustStore;
  private final Object connection = new Object();
  private @Nullable RespClient client; // guarded by connection

  private RedisServer(
      URI uri, ServerControl control, SocketFactory sockets, Optional<TrustStore> trustStore) {
    this.uri = uri;
    this.control = control;
    this.sockets = sockets;
    this.trustStore = trustStore;
  }

  /**
   * Starts a process: {@code redis-server} from the {@code PATH}, or else the executable inside
   * {@code org.signal:embedded-redis}, if that is on the class path. It listens on a free port of
   * the loopback address, and answers when this method returns.
   *
   * @param settings lines of configuration, as in {@code maxmemory 1mb}; with one that begins with
   *     {@code sentinel} it runs as a sentinel, with {@code cluster-enabled yes} its port is one
   *     whose cluster bus is free as well
   * @return a server that can be stopped; close it
   * @throws IllegalStateException if there is no executable, or it does not start
   */
  public static RedisServer start(String... settings) {
    return start(Map.of(), settings);
  }

  /**
   * Starts a process as {@link #start} does, with more in its environment than this process has, as
   * in {@code LD_PRELOAD}; after a restart, too.
   *
   * @param environment names and values
   * @param settings lines of configuration
   * @return a server that can be stopped; close it
   * @throws IllegalStateException if there is no executable, or it does not start
   */
  public static RedisServer start(Map<String, String> environment, String... settings) {
    RedisBinary binary = RedisBinary.find(RedisBinary.systemPath());
    return of(ServerProcess.start(ServerPlan.of(binary, settings).in(environment)));
  }

  /**
   * Starts a process as {@link #start} does that speaks TLS only, with a certificate made for it,
   * which {@link #trustStore()} trusts.
   *
   * @return a server that can be stopped; close it
   * @throws IllegalStateException if the executable has no TLS, or it does not start
   */
  public static RedisServer startWithTls() {
    return of(ServerProcess.start(ServerPlan.withTls(RedisBinary.find(RedisBinary.systemPath()))));
  }

  /**
   * {@return a server that runs already, and cannot be stopped from here} Nothing is sent until it
   * is asked something.
   *
   * @param uri as in {@code redis://user:password@host:6379/0}; only the host is necessary
   */
  public static RedisServer at(URI uri) {
    if (!"redis".equals(uri.getScheme()) || uri.getHost() == null) {
      throw new IllegalArgumentException("the URI must begin with redis://host, was " + uri);
    }
    return of(uri, new ForeignServer("it was not started from here"));
  }

  static RedisServer of(ServerProcess process) {
    return new RedisServer(process.uri(), process, process.sockets(), process.trustStore());
  }

  static RedisServer of(URI uri, ServerControl control) {
    return new RedisServer(uri, control, SocketFactory.getDefault(), Optional.empty());
  }

  static URI uri(String host, int port) {
    return uri("redis", host, port);
  }

  static URI uri(String scheme, String host, int port) {
    if (port < 1 || port > MOST_PORT) {
      throw new IllegalArgumentException("port must be from 1 to " + MOST_PORT + ", was " + port);
    }
    return URI.create(scheme + "://" + host + ":" + port);
  }

  /** {@return the same user and database at another place} */
  static URI uri(URI like, String host, int port) {
    try {
      return new URI(like.getScheme(), like.getUserInfo(), host, port, like.getPath(), null, null);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** {@return where clients reach it, as in {@code redis://127.0.0.1:20123}; with TLS rediss} */
  public URI uri() {
    return uri;
  }

  /** {@return the host of its URI} */
  public String host() {
    return uri.getHost();
  }

  /** {@return its port; the same after a restart} */
  public int port() {
    return port(uri);
  }

  static int port(URI uri) {
    return uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
  }

  /**
   * {@return what a client needs to trust it}
   *
   * @throws IllegalStateException if it was not {@linkplain #startWithTls() started with TLS}
   */
  public TrustStore trustStore() {
    return trustStore.orElseThrow(() -> new IllegalStateException(this + " speaks no TLS"));
  }

  /** {@return its version, as in {@code 7.0.15}; asks it} */
  public String version() {
    return Objects.requireNonNull(info("server").get("redis_version"), "redis_version");
  }

  /**
   * {@return the fields of a section of {@code INFO}}
   *
   * @param section as in {@code commandstats}
   */
  public Map<String, String> info(String section) {
    return fields(command("INFO", section).asText());
  }

  static Map<String, String> fields(String info) {
    Map<String, String> fields = new HashMap<>();
    info.lines()
        .filter(line -> !line.startsWith("#") && line.contains(":"))
        .map(line -> line.split(":", 2))
        .forEach(field -> fields.put(field[0], field[1]));
    return fields;
  }

  /**
   * Sends a command and waits for its reply, 30 seconds at most. All commands go over one
   * connection, which is opened again after it was lost.
   *
   * @param command its name and its arguments, sent as UTF-8
   * @return the reply
   * @throws RedisErrorException if Redis answers with an error
   * @throws UncheckedIOException if it does not answer
   */
  public RedisReply command(String... command) {
    return command(RespClient.texts(command));
  }

  /**
   * Sends a command that is not all text.
   *
   * @param command its name and its arguments
   * @return the reply
   * @see #command(String...)
   */
  public RedisReply command(byte[]... command) {
    synchronized (connection) {
      try {
        RespClient present = client;
        if (present == null) {
          present = RespClient.connect(uri, sockets);
          client = present;
        }
        return present.call(command);
      } catch (IOException e) {
        disconnect();
        throw new UncheckedIOException("no reply from " + host() + ":" + port(), e);
      }
    }
  }

  /** Deletes all keys, of all databases. */
  public void flush() {
    command("FLUSHALL");
  }

  /** {@return whether this is a process that this object may stop, kill, pause and restart} */
  public boolean canBeStopped() {
    return control.canBeStopped();
  }

  /**
   * {@return whether it can answer: its process has not ended and is not paused} Of a server that
   * cannot be stopped from here nothing is known, and it counts as running.
   */
  public boolean isRunning() {
    return control.isRunning();
  }

  /** Tells the process to end, as an operator would, and waits until it has. */
  public void stop() {
    control.stop();
    disconnect();
  }

  /** Kills the process, and waits until it has ended. */
  public void kill() {
    control.kill();
    disconnect();
  }

  /**
   * Freezes the process: it keeps its connections, accepts new ones, and answers nothing.
   *
   * @throws IllegalStateException if it does not run
   */
  public void pause() {
    control.pause();
  }

  /** Lets a paused process go on, with whatever was sent to it meanwhile. */
  public void resume() {
    control.resume();
  }

  /** Starts the process again, empty and on the same port; stops it before if it runs. */
  public void restart() {
    control.restart();
    disconnect();
  }

  /** Undoes what the test before may have done, as far as that may be undone from here. */
  void makeReady() {
    control.renew();
    disconnect();
    flush();
  }

  /** Kills the process, if it is this object's to stop. */
  @Override
  public void close() {
    control.close();
    disconnect();
  }

  private void disconnect() {
    synchronized (connection) {
      RespClient present = client;
      client = null;
      if (present != null) {
        present.close();
      }
    }
  }

  @Override
  public String toString() {
    return "RedisServer[" + host() + ":" + port() + "]";
  }
}
