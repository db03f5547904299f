package dev.ratelimit.testkit.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.redis.FaultProxy.Moment;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Faults that last, and the end of a proxy. */
@RedisTest(Sharing.OWN)
class FaultProxyStateIT {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final byte[] INCR = "INCR counter\r\n".getBytes(UTF_8);

  private final FakeClock clock = FakeClock.atEpoch();
  private RedisServer redis;
  private FaultProxy proxy;
  private RespClient client;

  @BeforeEach
  void connect(RedisServer server) throws IOException {
    redis = server;
    proxy = FaultProxy.to(server, clock);
    client = RespClient.connect(proxy.uri());
  }

  @AfterEach
  void close() {
    client.close();
    proxy.close();
  }

  private Socket dial() throws IOException {
    return new Socket(proxy.host(), proxy.port());
  }

  @Test
  void delayedRequests_reachRedisWhenTheClockHasAdvanced() throws Exception {
    proxy.delay(Moment.BEFORE_REQUEST, SECOND);

    try (Socket socket = dial()) {
      socket.getOutputStream().write(INCR);
      socket.getOutputStream().write(INCR);
      clock.awaitTasks(2);
      clock.advance(SECOND.minusMillis(1));
      assertThat(proxy.requests()).isZero();
      clock.advanceMicros(1_000);

      assertThat(socket.getInputStream().readNBytes(8)).asString().isEqualTo(":1\r\n:2\r\n");
    }
  }

  @Test
  void delayedReply_comesAfterRedisHasExecuted() throws Exception {
    proxy.delay(Moment.BEFORE_REPLY, SECOND);

    try (Socket socket = dial()) {
      socket.getOutputStream().write(INCR);
      clock.awaitTasks(1);
      assertThat(redis.command("GET", "counter").asText()).isEqualTo("1");
      assertThat(proxy.replies()).isZero();
      clock.advance(SECOND);

      assertThat(socket.getInputStream().readNBytes(4)).asString().isEqualTo(":1\r\n");
    }
  }

  @Test
  void repliesAfterADelayedOne_doNotOvertakeIt() throws Exception {
    proxy.delay(Moment.BEFORE_REPLY, SECOND);

    try (Socket socket = dial()) {
      socket.getOutputStream().write(INCR);
      clock.awaitTasks(1);
      proxy.delay(Moment.BEFORE_REPLY, Duration.ZERO);
      socket.getOutputStream().write(INCR);
      clock.advance(SECOND);

      assertThat(socket.getInputStream().readNBytes(8)).asString().isEqualTo(":1\r\n:2\r\n");
    }
  }

  @Test
  void delayByTheSystemsClock_passesByItself() throws Exception {
    try (FaultProxy slow = FaultProxy.to(redis.host(), redis.port());
        RespClient slowClient = RespClient.connect(slow.uri())) {
      slow.delay(Moment.BEFORE_REQUEST, Duration.ofMillis(1));
      slow.delay(Moment.BEFORE_REPLY, Duration.ofMillis(1));

      assertThat(slowClient.call("PING").asText()).isEqualTo("PONG");
    }
  }

  @Test
  void negativeDelay_isRefused() {
    assertThatThrownBy(() -> proxy.delay(Moment.BEFORE_REPLY, Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("delay must be at least PT0S, was PT-0.001S");
  }

  @Test
  void refusingProxy_keepsOpenConnectionsAndHealsOnTheSamePort() throws Exception {
    client.call("PING"); // so that the connection has been accepted
    proxy.refuse();
    proxy.refuse();

    assertThatThrownBy(this::dial).isInstanceOf(ConnectException.class);
    assertThat(client.call("PING").asText()).isEqualTo("PONG");
    proxy.heal();
    proxy.heal();

    try (RespClient next = RespClient.connect(proxy.uri())) {
      assertThat(next.call("PING").asText()).isEqualTo("PONG");
    }
    assertThat(client.call("PING").asText()).isEqualTo("PONG");
  }

  @Test
  void blackhole_acceptsAndPassesNothing() throws Exception {
    client.call("PING");
    proxy.blackhole();

    try (Socket later = dial()) {
      later.getOutputStream().write(INCR);
      later.shutdownOutput();

      // Redis has nothing to answer, so it closes when its side of the connection ends.
      assertThat(later.getInputStream().readAllBytes()).isEmpty();
    }
    proxy.heal();

    assertThatThrownBy(() -> client.call("INCR", "counter")).isInstanceOf(IOException.class);
    assertThat(redis.command("EXISTS", "counter").asLong()).isZero();
    try (RespClient next = RespClient.connect(proxy.uri())) {
      assertThat(next.call("INCR", "counter").asLong()).isEqualTo(1);
    }
  }

  @Test
  void openConnections_canBeCutOrReset() throws Exception {
    client.call("PING");
    proxy.cut();
    assertThatThrownBy(() -> client.call("PING")).isInstanceOf(EOFException.class);

    try (Socket socket = dial()) {
      socket.getOutputStream().write(INCR);
      assertThat(socket.getInputStream().readNBytes(4)).asString().isEqualTo(":1\r\n");
      proxy.reset();

      assertThatThrownBy(() -> socket.getInputStream().read())
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("reset");
    }
  }

  @Test
  void endOfRedis_endsTheConnection() throws Exception {
    client.call("PING");
    redis.kill();

    assertThatThrownBy(() -> client.call("PING")).isInstanceOf(EOFException.class);
    try (Socket socket = dial()) {
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void uri_keepsUserAndDatabase() throws Exception {
    redis.command("CONFIG", "SET", "requirepass", "word");
    URI withPassword = URI.create("redis://:word@" + redis.host() + ":" + redis.port() + "/3");

    try (FaultProxy other = FaultProxy.to(RedisServer.at(withPassword))) {
      assertThat(other.uri()).hasToString("redis://:word@127.0.0.1:" + other.port() + "/3");
      try (RespClient user = RespClient.connect(other.uri())) {
        assertThat(user.call("PING").asText()).isEqualTo("PONG");
      }
    }
    assertThat(proxy.uri()).hasToString("redis://127.0.0.1:" + proxy.port());
  }

  @Test
  void endOfTheClient_endsTheConnectionToRedis() throws Exception {
    try (Socket socket = dial()) {
      socket.getOutputStream().write("CLIENT SETNAME leaver\r\nINCR counter\r\n".getBytes(UTF_8));
      socket.shutdownOutput();

      assertThat(socket.getInputStream().readAllBytes()).asString().isEqualTo("+OK\r\n:1\r\n");
    }
    assertThat(redis.command("CLIENT", "LIST").asText()).doesNotContain("leaver");
  }

  @Test
  void closedProxy_leavesNoThread() throws Exception {
    proxy.delay(Moment.BEFORE_REPLY, SECOND);
    Socket socket = dial();
    socket.getOutputStream().write(INCR);
    clock.awaitTasks(1); // of a delay that never ends
    ArmedFault armed = proxy.arm(FaultProxy.Fault.CUT, Moment.BEFORE_REQUEST);

    proxy.close();
    proxy.close();

    String name = "fault-proxy-" + proxy.port();
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().startsWith(name));
    assertThatThrownBy(armed::awaitFired).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(this::dial).isInstanceOf(ConnectException.class);
    assertThatThrownBy(proxy::heal).isInstanceOf(IllegalStateException.class);
    assertThat(socket.getInputStream().readAllBytes()).isEmpty();
    socket.close();
  }
}
