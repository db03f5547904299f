package dev.ratelimit.testkit.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.testkit.redis.FaultProxy.Fault;
import dev.ratelimit.testkit.redis.FaultProxy.Moment;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Faults that strike one request, each told from the others by what Redis has executed. */
@RedisTest(Sharing.OWN)
class FaultProxyIT {

  private RedisServer redis;
  private FaultProxy proxy;
  private RespClient client;

  @BeforeEach
  void connect(RedisServer server) throws IOException {
    redis = server;
    proxy = FaultProxy.to(server);
    client = RespClient.connect(proxy.uri());
  }

  @AfterEach
  void close() {
    client.close();
    proxy.close();
  }

  private long executed() {
    RedisReply counter = redis.command("GET", "counter");
    return counter.isNil() ? 0 : Long.parseLong(counter.asText());
  }

  @Test
  void untouchedProxy_passesAllAndCounts() throws Exception {
    String large = "x".repeat(1_000_000);

    client.call("SET", "key", large);

    assertThat(client.call("GET", "key").asText()).isEqualTo(large);
    assertThat(proxy.connections()).isEqualTo(1);
    assertThat(proxy.requests()).isEqualTo(2);
    assertThat(proxy.replies()).isEqualTo(2);
    assertThat(proxy.bytes()).isBetween(2_000_000L, 2_000_200L);
  }

  @Test
  void cutBeforeTheRequest_keepsItFromRedis() throws Exception {
    ArmedFault cut = proxy.arm(Fault.CUT, Moment.BEFORE_REQUEST);
    assertThat(cut.hasFired()).isFalse();

    assertThatThrownBy(() -> client.call("INCR", "counter")).isInstanceOf(EOFException.class);

    cut.awaitFired();
    assertThat(cut.hasFired()).isTrue();
    assertThat(executed()).isZero();
    assertThat(proxy.requests()).isZero();
  }

  @Test
  void cutBeforeTheReply_comesAfterRedisHasExecuted() throws Exception {
    ArmedFault cut = proxy.arm(Fault.CUT, Moment.BEFORE_REPLY);

    assertThatThrownBy(() -> client.call("INCR", "counter")).isInstanceOf(EOFException.class);

    cut.awaitFired();
    assertThat(executed()).isEqualTo(1);
    assertThat(proxy.requests()).isEqualTo(1);
    assertThat(proxy.replies()).isZero();
  }

  @Test
  void resetBeforeTheRequest_isSeenAsSuch() {
    proxy.arm(Fault.RESET, Moment.BEFORE_REQUEST);

    assertThatThrownBy(() -> client.call("INCR", "counter"))
        .isInstanceOf(SocketException.class)
        .hasMessageContaining("reset");

    assertThat(executed()).isZero();
  }

  @Test
  void resetBeforeTheReply_comesAfterRedisHasExecuted() {
    proxy.arm(Fault.RESET, Moment.BEFORE_REPLY);

    assertThatThrownBy(() -> client.call("INCR", "counter"))
        .isInstanceOf(SocketException.class)
        .hasMessageContaining("reset");

    assertThat(executed()).isEqualTo(1);
  }

  @Test
  void fault_strikesOnce() throws Exception {
    proxy.arm(Fault.CUT, Moment.BEFORE_REQUEST);
    assertThatThrownBy(() -> client.call("INCR", "counter")).isInstanceOf(EOFException.class);

    try (RespClient next = RespClient.connect(proxy.uri())) {
      assertThat(next.call("INCR", "counter").asLong()).isEqualTo(1);
    }
  }

  @Test
  void faultOfAText_letsOthersPass() throws Exception {
    ArmedFault before = proxy.arm(Fault.CUT, Moment.BEFORE_REQUEST, "EVALSHA");
    ArmedFault after = proxy.arm(Fault.CUT, Moment.BEFORE_REPLY, "counter");

    client.call("PING");
    client.call("INCR", "other");
    assertThat(after.hasFired()).isFalse();

    assertThatThrownBy(() -> client.call("INCR", "counter")).isInstanceOf(EOFException.class);
    assertThat(after.hasFired()).isTrue();
    assertThat(before.hasFired()).isFalse();
    assertThat(executed()).isEqualTo(1);
  }

  @Test
  void faultBeforeAReply_findsItAmongThoseSentTogether() throws Exception {
    proxy.arm(Fault.CUT, Moment.BEFORE_REPLY, "counter");

    try (Socket socket = new Socket(proxy.host(), proxy.port())) {
      socket
          .getOutputStream()
          .write("SET a 1\r\nSET b 2\r\nINCR counter\r\nSET c 3\r\n".getBytes(UTF_8));

      // Two replies, and then the end: no reset, although more was sent than was passed on.
      assertThat(socket.getInputStream().readAllBytes()).asString().isEqualTo("+OK\r\n+OK\r\n");
    }
    assertThat(executed()).isEqualTo(1);
  }

  @Test
  void messageThatRedisPushes_isTakenForNoReply() throws Exception {
    client.call("HELLO", "3");
    client.call("CLIENT", "TRACKING", "ON");
    client.call("GET", "watched");
    ArmedFault cut = proxy.arm(Fault.CUT, Moment.BEFORE_REPLY, "counter");

    redis.command("SET", "watched", "changed");
    redis.command("SET", "counter", "4");

    // The connection passes the message about the change first, and only then the reply.
    assertThat(client.call("PING").asList().get(0).asText()).isEqualTo("invalidate");
    assertThatThrownBy(
            () -> {
              client.call("GET", "counter");
              client.call("GET", "counter");
            })
        .isInstanceOf(EOFException.class);
    assertThat(cut.hasFired()).isTrue();
  }

  @Test
  void swallowedRequest_isNeverAnsweredAndHealingCuts() throws Exception {
    ArmedFault swallow = proxy.arm(Fault.SWALLOW, Moment.BEFORE_REQUEST);

    try (Socket socket = new Socket(proxy.host(), proxy.port())) {
      socket.getOutputStream().write("INCR counter\r\nPING\r\n".getBytes(UTF_8));
      swallow.awaitFired();
      proxy.heal();

      assertThat(socket.getInputStream().readAllBytes()).isEmpty();
    }
    assertThat(executed()).isZero();
    assertThat(client.call("PING").asText()).isEqualTo("PONG");
  }

  @Test
  void swallowedReply_comesAfterRedisHasExecuted() throws Exception {
    ArmedFault swallow = proxy.arm(Fault.SWALLOW, Moment.BEFORE_REPLY);

    try (Socket socket = new Socket(proxy.host(), proxy.port())) {
      socket.getOutputStream().write("INCR counter\r\n".getBytes(UTF_8));
      swallow.awaitFired();
      assertThat(executed()).isEqualTo(1);
      proxy.cut();

      assertThat(socket.getInputStream().readAllBytes()).isEmpty();
    }
  }

  @Test
  void armedFault_isDisarmedByHealing() {
    ArmedFault cut = proxy.arm(Fault.CUT, Moment.BEFORE_REQUEST, "EVAL");

    proxy.heal();

    assertThat(cut.hasFired()).isFalse();
    assertThatThrownBy(cut::awaitFired)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("ArmedFault[CUT BEFORE_REQUEST of EVAL] was disarmed before it could strike");
  }

  @Test
  void faultsOfTwoRequests_areBothArmed() throws Exception {
    proxy.arm(Fault.RESET, Moment.BEFORE_REQUEST);
    proxy.arm(Fault.CUT, Moment.BEFORE_REQUEST);

    assertThatThrownBy(() -> client.call("PING")).isInstanceOf(SocketException.class);
    try (RespClient next = RespClient.connect(proxy.uri())) {
      assertThatThrownBy(() -> next.call("PING")).isInstanceOf(EOFException.class);
    }
  }
}
