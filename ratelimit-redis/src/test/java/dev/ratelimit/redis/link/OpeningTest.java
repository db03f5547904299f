package dev.ratelimit.redis.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.redis.LentClient;
import dev.ratelimit.redis.driver.Driver;
import dev.ratelimit.testkit.FakeClock;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.api.StatefulRedisConnection;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Of connections that are opened when a test says so. */
class OpeningTest {

  private static final Duration RETRY = Duration.ofMillis(100);

  private final FakeClock clock = FakeClock.atEpoch();
  private final List<CompletableFuture<StatefulRedisConnection<byte[], byte[]>>> attempts =
      new ArrayList<>();
  private final List<Object> closed = new ArrayList<>();
  private final LentClient lent = LentClient.safe();
  private final Opening<StatefulRedisConnection<byte[], byte[]>> opening =
      new Opening<>(Driver.lent(lent.client()), this::attempt, Opening.SOON, clock);

  private CompletableFuture<StatefulRedisConnection<byte[], byte[]>> attempt() {
    CompletableFuture<StatefulRedisConnection<byte[], byte[]>> attempt = new CompletableFuture<>();
    attempts.add(attempt);
    return attempt;
  }

  @SuppressWarnings("unchecked")
  private StatefulRedisConnection<byte[], byte[]> connection() {
    Class<?> type = StatefulRedisConnection.class;
    return (StatefulRedisConnection<byte[], byte[]>)
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (method.getName().equals("closeAsync")) {
                closed.add(System.identityHashCode(proxy));
              }
              return null;
            });
  }

  private StatefulRedisConnection<byte[], byte[]> connected() {
    StatefulRedisConnection<byte[], byte[]> connection = connection();
    last().complete(connection);
    return connection;
  }

  private CompletableFuture<StatefulRedisConnection<byte[], byte[]>> last() {
    return attempts.get(attempts.size() - 1);
  }

  private void fail() {
    last().completeExceptionally(new RedisConnectionException("away"));
  }

  @AfterEach
  void close() {
    opening.close();
    lent.close();
  }

  @Test
  void beginningWhileAnAttemptIsUnderWay_beginsNoOther() {
    opening.begin();
    opening.begin();
    opening.begin();

    assertThat(attempts).hasSize(1);
  }

  @Test
  void beginningAnewWhileAnAttemptIsUnderWay_beginsOneMoreAfterIt() {
    opening.begin();
    opening.beginAnew();
    opening.beginAnew();
    assertThat(attempts).hasSize(1);

    connected();
    assertThat(attempts).hasSize(2);

    StatefulRedisConnection<byte[], byte[]> newer = connected();
    assertThat(attempts).hasSize(2);
    assertThat(opening.connection()).isSameAs(newer);
  }

  @Test
  void beginningAnewWhileNoneIsUnderWay_beginsOne() {
    opening.begin();
    connected();

    opening.beginAnew();
    connected();

    assertThat(attempts).hasSize(2);
  }

  @Test
  void beginningWhileARetryIsPending_beginsNoFurtherChainOfThem() {
    opening.begin();
    for (int round = 1; round <= 10; round++) {
      fail();
      opening.begin();
      assertThat(attempts).hasSize(round);
      assertThat(clock.pendingTasks()).isEqualTo(1);
      clock.advance(RETRY);
      assertThat(attempts).hasSize(round + 1);
    }
  }

  @Test
  void beginningWithAConnection_replacesItAndLetsItBeAnsweredForASecond() {
    opening.begin();
    StatefulRedisConnection<byte[], byte[]> first = connected();
    opening.begin();
    assertThat(opening.connection() == first).isTrue();

    StatefulRedisConnection<byte[], byte[]> second = connected();

    assertThat(attempts).hasSize(2);
    assertThat(opening.connection() == second).isTrue();
    clock.advance(Duration.ofMillis(999));
    assertThat(closed).isEmpty();
    clock.advance(Duration.ofMillis(1));
    assertThat(closed).containsExactly(System.identityHashCode(first));
  }

  @Test
  void closing_leavesNeitherTheConnectionNorTheOneThatItReplaced() {
    opening.begin();
    StatefulRedisConnection<byte[], byte[]> first = connected();
    opening.begin();
    StatefulRedisConnection<byte[], byte[]> second = connected();

    opening.close();

    assertThat(closed)
        .containsExactly(System.identityHashCode(first), System.identityHashCode(second));
    assertThat(clock.pendingTasks()).isZero();
  }

  @Test
  void closing_leavesNoRetry() {
    opening.begin();
    fail();

    opening.close();
    opening.begin();

    assertThat(clock.pendingTasks()).isZero();
    assertThat(attempts).hasSize(1);
  }
}
