package dev.ratelimit.testkit.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedisServerIT {

  private static final int LITTLE_PATIENCE_MILLIS = 50;

  @Test
  void startedServer_answersAndTellsItsVersion() {
    try (RedisServer redis = RedisServer.start()) {
      assertThat(redis.command("PING").asText()).isEqualTo("PONG");
      assertThat(redis.version()).matches("\\d+\\.\\d+\\.\\d+.*");
      assertThat(redis.canBeStopped()).isTrue();
      assertThat(redis.uri()).hasToString("redis://127.0.0.1:" + redis.port());
    }
  }

  @Test
  void twoServers_areTwo() {
    try (RedisServer one = RedisServer.start();
        RedisServer other = RedisServer.start()) {
      one.command("SET", "key", "value");

      assertThat(other.command("EXISTS", "key").asLong()).isZero();
      assertThat(other.port()).isNotEqualTo(one.port());
    }
  }

  @Test
  void commands_giveEveryKindOfReply() {
    try (RedisServer redis = RedisServer.start()) {
      assertThat(redis.command("SET", "schlüssel", "ü").asText()).isEqualTo("OK");
      assertThat(redis.command("GET", "schlüssel").asText()).isEqualTo("ü");
      assertThat(redis.command("GET", "other").isNil()).isTrue();
      assertThat(redis.command("KEYS", "*").asList()).hasSize(1);
      assertThat(redis.command("EVAL", "return {1, {'a', 2}}", "0")).hasToString("[1, [\"a\", 2]]");
      assertThatThrownBy(() -> redis.command("INCR", "schlüssel"))
          .isInstanceOf(RedisErrorException.class)
          .hasMessage("ERR value is not an integer or out of range");
      assertThat(redis.command("DBSIZE").asLong()).isEqualTo(1);
    }
  }

  @Test
  void commandOfBytes_isSentAsItIs() {
    byte[] value = {0, -1, '\r', '\n'};
    try (RedisServer redis = RedisServer.start()) {
      redis.command("SET".getBytes(UTF_8), "key".getBytes(UTF_8), value);

      assertThat(redis.command("GET", "key").asBytes()).isEqualTo(value);
    }
  }

  @Test
  void info_tellsHowOftenACommandRan() {
    try (RedisServer redis = RedisServer.start()) {
      redis.command("EVAL", "return redis.call('time')", "0");

      assertThat(redis.info("commandstats").get("cmdstat_time")).startsWith("calls=1,");
    }
  }

  @Test
  void flush_deletesAllKeysOfAllDatabases() {
    try (RedisServer redis = RedisServer.start()) {
      redis.command("SET", "key", "value");
      redis.command("MOVE", "key", "1");
      redis.flush();

      assertThat(redis.info("keyspace")).isEmpty();
    }
  }

  @Test
  void debugCommands_areAllowed() {
    try (RedisServer redis = RedisServer.start()) {
      assertThat(redis.command("DEBUG", "SLEEP", "0").asText()).isEqualTo("OK");
    }
  }

  @Test
  void killedServer_comesBackEmptyOnTheSamePort() {
    try (RedisServer redis = RedisServer.start()) {
      int port = redis.port();
      redis.command("SET", "key", "value");

      redis.kill();
      assertThatThrownBy(() -> redis.command("PING")).isInstanceOf(UncheckedIOException.class);
      redis.restart();

      assertThat(redis.port()).isEqualTo(port);
      assertThat(redis.command("DBSIZE").asLong()).isZero();
    }
  }

  @Test
  void stoppedServer_comesBack() {
    try (RedisServer redis = RedisServer.start()) {
      redis.stop();
      assertThatThrownBy(() -> redis.command("PING")).isInstanceOf(UncheckedIOException.class);
      redis.stop();
      redis.restart();

      assertThat(redis.command("PING").asText()).isEqualTo("PONG");
    }
  }

  @Test
  void runningServer_canBeRestarted() {
    try (RedisServer redis = RedisServer.start()) {
      String before = redis.info("server").get("run_id");
      redis.restart();

      assertThat(redis.info("server").get("run_id")).isNotEqualTo(before);
    }
  }

  @Test
  void pausedServer_acceptsAndAnswersNothingUntilResumed() throws Exception {
    try (RedisServer redis = RedisServer.start()) {
      redis.pause();
      try (RespClient client = RespClient.connect(redis.uri(), LITTLE_PATIENCE_MILLIS)) {
        assertThatThrownBy(() -> client.call("SET", "key", "late"))
            .isInstanceOf(SocketTimeoutException.class);
      }
      redis.resume();

      assertThat(redis.command("GET", "key").asText()).isEqualTo("late");
    }
  }

  @Test
  void pausedServer_canBeStoppedKilledAndRestarted() {
    try (RedisServer redis = RedisServer.start()) {
      redis.pause();
      redis.stop();
      redis.restart();
      redis.pause();
      redis.kill();
      redis.restart();
      redis.pause();
      redis.restart();

      assertThat(redis.command("PING").asText()).isEqualTo("PONG");
    }
  }

  @Test
  void server_tellsWhetherItRuns() {
    try (RedisServer redis = RedisServer.start()) {
      assertThat(redis.isRunning()).isTrue();
      redis.pause();
      assertThat(redis.isRunning()).isFalse();
      redis.resume();
      assertThat(redis.isRunning()).isTrue();
      redis.stop();
      assertThat(redis.isRunning()).isFalse();
      redis.restart();
      assertThat(redis.isRunning()).isTrue();
      redis.kill();
      assertThat(redis.isRunning()).isFalse();
      assertThat(RedisServer.at(redis.uri()).isRunning()).isTrue();
    }
  }

  @Test
  void startedServer_takesSettings() {
    try (RedisServer redis = RedisServer.start("databases 3", "maxmemory 1mb")) {
      assertThat(redis.command("CONFIG", "GET", "databases").asList().get(1).asText())
          .isEqualTo("3");
    }
  }

  @Test
  void serverThatDoesNotRun_cannotBePaused() {
    try (RedisServer redis = RedisServer.start()) {
      redis.kill();

      assertThatThrownBy(redis::pause).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void lostConnection_isOpenedAgainForTheNextCommand() {
    try (RedisServer redis = RedisServer.start()) {
      redis.command("PING");
      redis.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "no");

      assertThatThrownBy(() -> redis.command("PING")).isInstanceOf(UncheckedIOException.class);
      assertThat(redis.command("PING").asText()).isEqualTo("PONG");
    }
  }

  @Test
  void closedServer_isGoneForGood() {
    RedisServer redis = RedisServer.start();
    long pid = Long.parseLong(redis.info("server").get("process_id"));

    redis.close();
    redis.close();

    assertThat(ProcessHandle.of(pid)).isEmpty();
    assertThatThrownBy(redis::restart).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void serverOfAnother_isAskedAsTheUserAndInTheDatabaseOfTheUri() {
    try (RedisServer redis = RedisServer.start()) {
      redis.command("ACL", "SETUSER", "alice", "on", ">secret", "+@all", "~*");
      redis.command("CONFIG", "SET", "requirepass", "word");
      String place = "127.0.0.1:" + redis.port();

      for (String uri :
          List.of("redis://alice:secret@" + place + "/3", "redis://word@" + place + "/3")) {
        RedisServer asked = RedisServer.at(URI.create(uri));
        asked.command("SET", "key", "value");

        assertThat(redis.info("keyspace").keySet()).containsExactly("db3");
        asked.flush();
        asked.close();
      }
    }
  }

  @Test
  void serverOfAnother_cannotBeStopped() {
    try (RedisServer redis = RedisServer.start()) {
      RedisServer other = RedisServer.at(redis.uri());

      assertThat(other.canBeStopped()).isFalse();
      assertThatThrownBy(other::kill)
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessage("this Redis cannot be killed: it was not started from here");
      other.close();
      assertThat(redis.command("PING").asText()).isEqualTo("PONG");
    }
  }

  @Test
  void uriWithoutPort_meansTheUsualOne() {
    assertThat(RedisServer.at(URI.create("redis://example.org")).port()).isEqualTo(6379);
  }

  @Test
  void uriOfAnotherKind_isRefused() {
    assertThatThrownBy(() -> RedisServer.at(URI.create("rediss://localhost:6379")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the URI must begin with redis://host, was rediss://localhost:6379");
  }
}
