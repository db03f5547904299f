package dev.ratelimit.testkit.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the executable comes from, and what becomes of the process. */
class ServerProcessIT {

  private static final String NOWHERE = "";

  @TempDir private Path directory;

  private static RedisBinary bundled() {
    return RedisBinary.bundled().orElseThrow();
  }

  /** {@return a path on which there is a Redis, whatever this machine has} */
  private String path() throws Exception {
    Path copy = directory.resolve("redis-server");
    Files.copy(bundled().file(), copy, StandardCopyOption.COPY_ATTRIBUTES);
    return String.join(":", directory.resolve("missing").toString(), directory.toString());
  }

  @Test
  void executableOnThePath_goesBeforeTheBundledOne() throws Exception {
    assertThat(RedisBinary.find(path()).file()).isEqualTo(directory.resolve("redis-server"));
    assertThat(RedisBinary.find(NOWHERE)).isEqualTo(bundled());
  }

  @Test
  void whatIsNoExecutable_isNotTaken() throws Exception {
    Files.createFile(directory.resolve("redis-server"));

    assertThat(RedisBinary.onPath(directory.toString())).isEmpty();
    assertThat(RedisBinary.onPath(NOWHERE)).isEmpty();
  }

  @Test
  void bundledExecutable_isExtractedOnceAndStarts() {
    assertThat(bundled()).isEqualTo(bundled()).extracting(RedisBinary::majorVersion).isEqualTo(7);

    ServerProcess process = ServerProcess.start(bundled());

    RedisServer redis = RedisServer.of(process);
    assertThat(redis.version()).isEqualTo("7.0.15");
    assertThat(redis.info("server")).containsEntry("process_id", Long.toString(process.pid()));
    redis.close();
  }

  @Test
  void sharedServer_isTheOneThatIsNamed() throws Exception {
    try (RedisServer named = RedisServer.start()) {
      RedisServer found = SharedServer.find(Optional.of(named.uri()), path());

      assertThat(found.uri()).isEqualTo(named.uri());
      assertThat(found.canBeStopped()).isFalse();
    }
  }

  @Test
  void sharedServer_isElseFromThePath() throws Exception {
    RedisServer found = SharedServer.find(Optional.empty(), path());

    assertThat(found.info("server").get("executable"))
        .isEqualTo(directory.resolve("redis-server").toString());
    assertThatThrownBy(found::stop)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("Sharing.OWN");
  }

  @Test
  void sharedServer_isElseFoundWithoutAPath() {
    assertThat(SharedServer.find(Optional.empty(), NOWHERE).command("PING").asText())
        .isEqualTo("PONG");
  }

  /** A Redis forgets its environment when it starts, so a script before it shows what that was. */
  private RedisBinary thatShowsItsEnvironment() throws Exception {
    Path script = directory.resolve("redis-server");
    Files.writeString(
        script,
        "#!/bin/sh\nexec " + bundled().file() + " \"$@\" --maxclients ${MOST_CLIENTS:-9}\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    return RedisBinary.onPath(directory.toString()).orElseThrow();
  }

  @Test
  void environment_isThatOfTheProcessAlsoAfterARestart() throws Exception {
    ServerPlan plan = ServerPlan.of(thatShowsItsEnvironment()).in(Map.of("MOST_CLIENTS", "77"));

    try (RedisServer redis = RedisServer.of(ServerProcess.start(plan))) {
      assertThat(redis.command("CONFIG", "GET", "maxclients").asList().get(1).asText())
          .isEqualTo("77");

      redis.restart();

      assertThat(redis.command("CONFIG", "GET", "maxclients").asList().get(1).asText())
          .isEqualTo("77");
    }
  }

  @Test
  void furtherSettings_areTaken() {
    ServerProcess process = ServerProcess.start(bundled(), "maxmemory 123mb", "databases 3");

    try (RedisServer redis = RedisServer.of(process)) {
      assertThat(redis.command("CONFIG", "GET", "databases").asList().get(1).asText())
          .isEqualTo("3");
    }
  }

  @Test
  void settingThatRedisRefuses_isToldWithItsReason() {
    assertThatThrownBy(() -> ServerProcess.start(bundled(), "no-such-setting 1"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no-such-setting");
  }

  @Test
  void portTakenMeanwhile_isToldByTheRestart() throws Exception {
    ServerProcess process = ServerProcess.start(bundled());
    process.kill();

    try (ServerSocket thief = Ports.listen(process.uri().getPort())) {
      assertThatThrownBy(process::restart)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("somebody else took port " + thief.getLocalPort());
    }
    process.restart();
    process.close();
  }

  @Test
  void port_isBelowThoseOfOutgoingConnections() {
    for (int i = 0; i < 100; i++) {
      assertThat(Ports.free()).isBetween(20_000, 29_999);
    }
  }

  @Test
  void portOfAClusterNode_isSoLowThatItsBusIsBelowThemAsWell() throws Exception {
    for (int i = 0; i < 100; i++) {
      assertThat(Ports.freeWithBus()).isBetween(20_000, 22_767);
    }
    assertThat(ServerPlan.of(bundled(), "cluster-enabled yes").freePort()).isLessThan(22_768);
  }

  @Test
  void endOfTheJvm_endsTheProcess() throws Exception {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Leaver.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();

    long pid = Long.parseLong(new String(child.getInputStream().readAllBytes(), UTF_8).strip());

    assertThat(child.waitFor()).isZero();
    assertThat(ProcessHandle.of(pid)).isEmpty();
  }

  /** Starts a server, tells its process id, and leaves without closing it. */
  static final class Leaver {

    private Leaver() {}

    public static void main(String[] arguments) {
      System.out.println(RedisServer.start().info("server").get("process_id"));
    }
  }

  @Test
  void uri_namesTheLoopbackAddress() {
    assertThat(RedisServer.uri("127.0.0.1", 20_001))
        .isEqualTo(URI.create("redis://127.0.0.1:20001"));
  }
}
