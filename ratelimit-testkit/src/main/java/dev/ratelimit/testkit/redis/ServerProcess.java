package dev.ratelimit.testkit.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.SocketFactory;

/**
 * A Redis process of our own, on a port of the loopback address, that keeps nothing on disk but its
 * configuration and its log. It is killed when the JVM ends. Thread-safe: one operation at a time.
 */
final class ServerProcess implements ServerControl {

  private static final int TRIES = 10;
  private static final int ANSWER_MILLIS = 1_000;

  private final ServerPlan plan;
  private final int port;
  private final ServerDirectory directory;
  private final Optional<TrustStore> trustStore;
  private final SocketFactory sockets;
  private Process process; // guarded by this
  private boolean paused; // guarded by this
  private boolean closed; // guarded by this

  private ServerProcess(ServerPlan plan, int port, ServerDirectory directory) throws IOException {
    this.plan = plan;
    this.port = port;
    this.directory = directory;
    this.trustStore =
        plan.isEncrypted() ? Optional.of(TlsFiles.makeIn(directory.path())) : Optional.empty();
    this.sockets = trustStore.map(TrustStore::sockets).orElseGet(SocketFactory::getDefault);
    directory.configure(plan.configuration(port));
    this.process = launch();
  }

  static ServerProcess start(RedisBinary binary, String... settings) {
    return start(ServerPlan.of(binary, settings));
  }

  /** Starts a server and waits until it answers. */
  static ServerProcess start(ServerPlan plan) {
    try {
      for (int i = 0; i < TRIES; i++) {
        int port = plan.freePort();
        ServerProcess started = AtExit.closing(() -> launched(plan, port));
        if (started.answersOrCloses()) {
          return started;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + plan.binary().file(), e);
    }
    throw new IllegalStateException("none of " + TRIES + " ports was free");
  }

  private static ServerProcess launched(ServerPlan plan, int port) throws IOException {
    ServerDirectory directory = ServerDirectory.make();
    try {
      return new ServerProcess(plan, port, directory);
    } catch (IOException | RuntimeException e) {
      directory.delete();
      throw e;
    }
  }

  URI uri() {
    return plan.uri(port);
  }

  /** {@return how to connect to it} */
  SocketFactory sockets() {
    return sockets;
  }

  Optional<TrustStore> trustStore() {
    return trustStore;
  }

  synchronized long pid() {
    return process.pid();
  }

  @Override
  public boolean canBeStopped() {
    return true;
  }

  @Override
  public synchronized boolean isRunning() {
    return process.isAlive() && !paused;
  }

  @Override
  public synchronized void stop() {
    resume();
    process.destroy();
    Patience.untilEnded(process);
  }

  @Override
  public synchronized void kill() {
    process.destroyForcibly();
    Patience.untilEnded(process);
    paused = false;
  }

  @Override
  public synchronized void pause() {
    if (!process.isAlive()) {
      throw new IllegalStateException("the server at " + uri() + " does not run");
    }
    signal("STOP");
    paused = true;
    Patience.until("process " + pid() + " is stopped", this::isStoppedBySignal);
  }

  @Override
  public synchronized void resume() {
    if (paused) {
      signal("CONT");
      paused = false;
    }
  }

  @Override
  public synchronized void restart() {
    if (closed) {
      throw new IllegalStateException("the server at " + uri() + " is closed");
    }
    stop();
    try {
      process = launch();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + plan.binary().file(), e);
    }
    if (!answers()) {
      throw new IllegalStateException("somebody else took port " + port);
    }
  }

  @Override
  public synchronized void renew() {
    kill();
    restart();
  }

  @Override
  public synchronized void close() {
    closed = true;
    kill();
    AtExit.forget(this);
    directory.delete();
  }

  private Process launch() throws IOException {
    ProcessBuilder server =
        new ProcessBuilder(plan.command(directory.configuration()))
            .directory(directory.path().toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.log().toFile());
    server.environment().putAll(plan.environment());
    return server.start();
  }

  private boolean answersOrCloses() {
    boolean answers = false;
    try {
      answers = answers();
    } finally {
      if (!answers) {
        close();
      }
    }
    return answers;
  }

  /** Waits until this very process answers; tells whether it does, or could not get its port. */
  private synchronized boolean answers() {
    Patience.until(
        plan.binary().file() + " answers or ends", () -> !process.isAlive() || answersAsOurs());
    if (process.isAlive()) {
      return true;
    }
    String reason = directory.logged();
    if (reason.contains("in use")) {
      return false;
    }
    throw plan.failure(reason);
  }

  private boolean answersAsOurs() {
    try (RespClient client = RespClient.connect(uri(), sockets, ANSWER_MILLIS)) {
      String info = client.call("INFO", "server").asText();
      return Long.toString(process.pid()).equals(RedisServer.fields(info).get("process_id"));
    } catch (IOException | RedisErrorException e) {
      return false;
    }
  }

  /** The shell's own kill: small systems have no other. */
  private void signal(String name) {
    try {
      Process sent = new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid()).start();
      Patience.untilEnded(sent);
      if (sent.exitValue() != 0) {
        throw new IllegalStateException("cannot send " + name + " to process " + process.pid());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A signal is sent before it has come. Where there is no /proc, we trust that it comes fast. */
  private boolean isStoppedBySignal() {
    Path status = Path.of("/proc", Long.toString(process.pid()), "stat");
    try {
      return !Files.exists(status) || Files.readString(status).contains(") T ");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
