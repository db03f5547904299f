package dev.ratelimit.testkit.redis.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.testkit.redis.Patience;
import dev.ratelimit.testkit.redis.RedisServer;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program with nothing but a shell on its path starts all, and is ended from outside: by {@code
 * TERM}, since what was started in the background is deaf to the {@code INT} of Ctrl-C.
 */
class TopologyExitIT {

  @TempDir private Path path;
  @TempDir private Path temporary;

  @BeforeEach
  void shell_isAllThereIs() throws IOException {
    Path shell = path.resolve("sh");
    Files.writeString(shell, "#!/bin/sh\nexec /bin/sh \"$@\"\n");
    assertThat(shell.toFile().setExecutable(true)).isTrue();
  }

  private Process start(Class<?> main) throws IOException {
    ProcessBuilder program =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Djava.io.tmpdir=" + temporary,
            "-cp",
            System.getProperty("java.class.path"),
            main.getName());
    program.environment().put("PATH", path.toString());
    return program.redirectErrorStream(true).redirectOutput(output()).start();
  }

  private File output() {
    return path.resolve("output").toFile();
  }

  private List<ProcessHandle> servers() {
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().commandLine().orElse("").contains(temporary.toString()))
        .filter(process -> !process.info().commandLine().orElse("").contains("java.io.tmpdir"))
        .toList();
  }

  private static void end(Stream<ProcessHandle> processes) throws Exception {
    List<String> command =
        Stream.concat(
                Stream.of("sh", "-c", "kill -TERM \"$@\"", "kill"),
                processes.map(process -> Long.toString(process.pid())))
            .toList();
    assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
  }

  private boolean says(String word) {
    try {
      return Files.readString(output().toPath()).contains(word);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void assertNothingIsLeft() {
    assertThat(servers()).isEmpty();
    assertThat(temporary).isEmptyDirectory();
  }

  /** A terminal ends all processes at once. */
  @Test
  void programThatIsEnded_leavesNoServerAndNoDirectory() throws Exception {
    Process program = start(Topologies.class);
    Patience.until("all runs", () -> says("all runs") || !program.isAlive());

    assertThat(servers()).hasSize(12);
    end(Stream.concat(Stream.of(program.toHandle()), servers().stream()));
    program.waitFor();
    assertNothingIsLeft();
  }

  @Test
  void programEndedWhileItStartsServers_leavesNone() throws Exception {
    Process program = start(ManyStarts.class);
    Patience.until("some servers run", () -> servers().size() >= 4 || !program.isAlive());

    end(Stream.of(program.toHandle()));
    program.waitFor();
    assertNothingIsLeft();
  }

  /** Starts what the test ends, some of it paused. */
  static final class Topologies {

    private Topologies() {}

    public static void main(String[] arguments) {
      RedisCluster cluster = RedisCluster.start();
      RedisSentinels sentinels = RedisSentinels.start();
      cluster.masterOf("key").pause();
      sentinels.sentinels().forEach(RedisServer::pause);
      System.out.println("all runs");
      Patience.until("it is ended", () -> false);
    }
  }

  /** Starts servers as fast as it can, for ever. */
  static final class ManyStarts {

    private static final int THREADS = 4;

    private ManyStarts() {}

    public static void main(String[] arguments) {
      Stream.generate(() -> new Thread(ManyStarts::run)).limit(THREADS).forEach(Thread::start);
    }

    private static void run() {
      while (RedisServer.start().isRunning()) {
        // The next, until the end of the JVM forbids it.
      }
    }
  }
}
