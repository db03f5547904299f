package dev.ratelimit.testkit.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisServerTlsIT {

  /** As clients do that also check whose certificate it is. */
  private static void assertTrusts(RedisServer redis, String host) throws IOException {
    try (SSLSocket plain =
        (SSLSocket) redis.trustStore().sockets().createSocket(host, redis.port())) {
      SSLParameters parameters = plain.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      plain.setSSLParameters(parameters);
      plain.getOutputStream().write("PING\r\n".getBytes(US_ASCII));
      assertThat(plain.getInputStream().readNBytes(7)).isEqualTo("+PONG\r\n".getBytes(US_ASCII));
    }
  }

  @Test
  void serverWithTls_answersThoseWhoTrustIt() throws Exception {
    try (RedisServer redis = RedisServer.startWithTls()) {
      assertThat(redis.uri()).hasToString("rediss://127.0.0.1:" + redis.port());
      redis.command("SET", "key", "value");
      assertThat(redis.command("GET", "key").asText()).isEqualTo("value");
      assertTrusts(redis, "127.0.0.1");
      assertTrusts(redis, "localhost");
    }
  }

  @Test
  void clientThatTrustsTheUsualAuthorities_refusesIt() throws Exception {
    try (RedisServer redis = RedisServer.startWithTls();
        var socket =
            SSLContext.getDefault().getSocketFactory().createSocket("127.0.0.1", redis.port())) {
      assertThatThrownBy(() -> socket.getOutputStream().write(0))
          .isInstanceOf(SSLHandshakeException.class);
    }
  }

  @Test
  void clientWithoutTls_getsNoAnswer() {
    try (RedisServer redis = RedisServer.startWithTls()) {
      RedisServer plain = RedisServer.at(URI.create("redis://127.0.0.1:" + redis.port()));

      assertThatThrownBy(() -> plain.command("PING")).isInstanceOf(RuntimeException.class);
    }
  }

  @Test
  void serverWithTls_keepsItsCertificateWhenRestarted() throws Exception {
    RedisServer redis = RedisServer.startWithTls();
    TrustStore before = redis.trustStore();

    redis.kill();
    redis.restart();
    assertThat(redis.trustStore()).isEqualTo(before);
    assertTrusts(redis, "127.0.0.1");
    redis.close();
    assertThat(before.file()).doesNotExist();
  }

  @Test
  void bundledExecutable_hasTls() {
    ServerPlan plan = ServerPlan.withTls(RedisBinary.bundled().orElseThrow());

    try (RedisServer redis = RedisServer.of(ServerProcess.start(plan))) {
      assertThat(redis.command("PING").asText()).isEqualTo("PONG");
    }
  }

  @Test
  void executableWithoutTls_isToldAsThat(@TempDir Path directory) throws Exception {
    Path executable = Files.createFile(directory.resolve("redis-server"));
    assertThat(executable.toFile().setExecutable(true)).isTrue();
    Files.writeString(
        executable,
        """
        #!/bin/sh
        [ "$1" = --version ] && echo 'Redis server v=7.0.15' && exit
        echo '*** FATAL CONFIG FILE ERROR (Redis 7.0.15) ***'
        echo "Reading the configuration file, at line 3"
        echo ">>> 'tls-port 20000'"
        echo 'Bad directive or wrong number of arguments'
        exit 1
        """);
    RedisBinary binary = RedisBinary.onPath(directory.toString()).orElseThrow();

    assertThatThrownBy(() -> ServerProcess.start(ServerPlan.withTls(binary)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(executable + " was built without TLS: put a redis-server with TLS on the PATH");
  }

  @Test
  void serverWithoutTls_hasNoTrustStore() {
    try (RedisServer redis = RedisServer.start()) {
      assertThatThrownBy(redis::trustStore)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(redis + " speaks no TLS");
    }
  }
}
