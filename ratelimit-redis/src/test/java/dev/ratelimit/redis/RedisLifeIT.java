package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.StoreException;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.redis.FaultProxy;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import dev.ratelimit.testkit.redis.Sharing;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The beginning and the end of a limiter, and who calls its callbacks. */
@RedisTest(Sharing.OWN)
class RedisLifeIT {

  @Test
  void limiterWithoutRedis_startsDegradedAndHealsWhenRedisAppears(RedisServer redis)
      throws InterruptedException {
    redis.kill();
    Heard heard = new Heard();

    try (RedisLimiter limiter =
        TestLimiters.builder(redis).limit(Limit.perDay(10)).listener(heard).build()) {
      heard.awaitDegraded();
      assertThatThrownBy(() -> limiter.check("key"))
          .isInstanceOfSatisfying(
              StoreException.class,
              error -> assertThat(error.charge()).isEqualTo(StoreException.Charge.NONE));
      redis.restart();
      heard.awaitRecovered();

      assertThat(limiter.check("key").remaining()).isEqualTo(9);
      assertThat(heard.uncertain()).isZero();
    }
  }

  @Test
  void limiterBeforeASilentRedis_startsAfterASecondAndHeals(RedisServer redis)
      throws InterruptedException {
    FakeClock clock = FakeClock.atEpoch();
    Heard heard = new Heard();
    FaultProxy proxy = FaultProxy.to(redis);
    proxy.blackhole();
    CompletableFuture<RedisLimiter> built =
        CompletableFuture.supplyAsync(
            () ->
                RedisLimiter.builder(RedisURI.create(proxy.uri()))
                    .limit(Limit.perDay(10))
                    .timeSource(clock)
                    .listener(heard)
                    .build());

    clock.awaitTasks(1);
    clock.advance(Duration.ofSeconds(1));

    try (RedisLimiter limiter = built.join()) {
      heard.awaitDegraded();
      assertThatThrownBy(() -> limiter.check("key")).isInstanceOf(StoreException.class);
    } finally {
      proxy.close();
    }
  }

  @Test
  void firstAnswer_mayTakeLongerThanALaterOne(RedisServer redis) {
    try (Rig rig = Rig.over(redis.uri())) {
      redis.pause();
      CompletableFuture<Object> answer = rig.caller().firstProbe(Duration.ofSeconds(1));
      rig.clock.advance(Duration.ofMillis(999));

      redis.resume();

      assertThat(answer.join()).isNotNull();
    }
  }

  @Test
  void limiterThatNeverConnected_leavesNoTaskBehind(RedisServer redis) {
    redis.kill();
    FakeClock clock = FakeClock.atEpoch();
    RedisLimiter limiter =
        TestLimiters.builder(redis).limit(Limit.perDay(10)).timeSource(clock).build();

    limiter.close();

    assertThat(clock.pendingTasks()).isZero();
  }

  @Test
  void callback_mayAskAgain(RedisServer redis) {
    try (Rig rig = Rig.over(redis.uri())) {
      CompletableFuture<Decision> nested = new CompletableFuture<>();
      for (int i = 0; i < 20; i++) {
        nested =
            rig.checkAsync()
                .thenApply(
                    first -> {
                      assertThat(Thread.currentThread().getName()).doesNotContain("lettuce");
                      return rig.limiter.check("key");
                    });
      }

      assertThat(nested.join().allowed()).isTrue();
    }
  }

  @Test
  void callbackOfAFailedCheck_mayAskAgain(RedisServer redis) throws InterruptedException {
    try (FaultProxy proxy = FaultProxy.to(redis);
        Rig rig = Rig.over(proxy.uri())) {
      proxy.arm(FaultProxy.Fault.CUT, FaultProxy.Moment.BEFORE_REQUEST, "EVALSHA");

      CompletableFuture<String> answered =
          rig.checkAsync()
              .handle(
                  (decision, failure) -> {
                    assertThatThrownBy(() -> rig.limiter.check("key"))
                        .isInstanceOf(StoreException.class);
                    return Thread.currentThread().getName();
                  });

      assertThat(answered.join()).doesNotContain("lettuce");
    }
  }

  static List<Throwable> failures() {
    return List.of(
        new RejectedExecutionException("shut down"),
        new NullPointerException("broken"),
        new OutOfMemoryError("unable to create native thread"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void executorThatFails_keepsNobodyWaiting(Throwable failure, RedisServer redis) {
    Executor failing =
        completion -> {
          if (failure instanceof Error error) {
            throw error;
          }
          throw (RuntimeException) failure;
        };
    redis.flush();
    try (RedisLimiter limiter =
        TestLimiters.builder(redis).limit(Limit.perDay(10)).executor(failing).build()) {
      assertThat(limiter.checkAsync("key", 3).join().remaining()).isEqualTo(7);
    }
  }

  @Test
  void callbacksThatBlock_holdUpNoOther(RedisServer redis) {
    CompletableFuture<Void> gate = new CompletableFuture<>();
    try (RedisLimiter limiter = TestLimiters.of(redis, Limit.perDay(1_000))) {
      redis.pause(); // a check that is answered before it has its callback runs it here
      List<CompletableFuture<Void>> blocked =
          Stream.generate(() -> limiter.checkAsync("key").thenRun(gate::join)).limit(50).toList();
      redis.resume();

      assertThat(limiter.checkAsync("key").join().allowed()).isTrue();
      assertThat(blocked).noneMatch(CompletableFuture::isDone);
      gate.complete(null);
      blocked.forEach(CompletableFuture::join);
    }
  }

  @Test
  void closingOnAThreadOfTheDrivers_returns(RedisServer redis) {
    CompletableFuture<RedisLimiter> built = new CompletableFuture<>();
    CompletableFuture<String> closed = new CompletableFuture<>();
    Executor closing =
        completion -> {
          completion.run();
          built.join().close();
          closed.complete(Thread.currentThread().getName());
        };
    RedisLimiter limiter =
        TestLimiters.builder(redis).limit(Limit.perDay(10)).executor(closing).build();
    built.complete(limiter);

    redis.pause(); // or the reply could come before the thread that asks is done with asking
    CompletableFuture<Decision> check = limiter.checkAsync("key", 1);
    redis.resume();
    check.join();

    assertThat(closed.join()).contains("lettuce");
    assertThatThrownBy(() -> limiter.check("key")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void prefixWithBraces_isRefusedBeforeAnyConnection(RedisServer redis) {
    RedisLimiterBuilder builder = TestLimiters.builder(redis);

    assertThatThrownBy(() -> builder.prefix("{rl}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("prefix must have no braces, was \"{rl}\"");
  }

  @Test
  void closing_answersWhatIsInFlightByItsDeadline(RedisServer redis) {
    Rig rig = Rig.over(redis.uri());
    redis.pause();
    List<CompletableFuture<Decision>> checks = Stream.generate(rig::checkAsync).limit(10).toList();

    rig.close();
    rig.clock.advance(Rig.DEADLINE);

    assertThat(checks)
        .allSatisfy(
            check ->
                assertThatThrownBy(check::join)
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(StoreException.class));
    assertThatThrownBy(rig::checkAsync)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the limiter is closed");
    assertThatThrownBy(() -> rig.limiter.check("key")).isInstanceOf(IllegalStateException.class);
    assertThat(rig.clock.pendingTasks()).isZero();
  }

  @Test
  void closingWhileDegraded_leavesNoTaskBehind(RedisServer redis) throws InterruptedException {
    Rig rig = Rig.over(redis.uri());
    redis.pause();
    rig.failUntilDegraded();
    rig.clock.advance(Rig.FIRST_PROBE);

    rig.close();
    rig.clock.advance(Duration.ofSeconds(5));

    assertThat(rig.clock.pendingTasks()).isZero();
  }

  @Test
  void closing_endsAllThreads(RedisServer redis) throws InterruptedException {
    Set<Thread> before = new HashSet<>(Thread.getAllStackTraces().keySet());
    RedisLimiter limiter = TestLimiters.of(redis, Limit.perDay(10));
    limiter.check("key");
    Set<Thread> opened = new HashSet<>(Thread.getAllStackTraces().keySet());
    opened.removeAll(before);
    opened.removeIf(thread -> !thread.getName().startsWith("lettuce"));
    assertThat(opened).isNotEmpty();

    limiter.close();

    for (Thread thread : opened) {
      thread.join();
    }
    assertThat(opened).noneMatch(Thread::isAlive);
  }

  @Test
  void closingWithoutEverHavingConnected_endsAllThreads(RedisServer redis)
      throws InterruptedException {
    redis.kill();
    Set<Thread> before = new HashSet<>(Thread.getAllStackTraces().keySet());
    RedisLimiter limiter = TestLimiters.of(redis, Limit.perDay(10));
    Set<Thread> opened = new HashSet<>(Thread.getAllStackTraces().keySet());
    opened.removeAll(before);
    opened.removeIf(thread -> !thread.getName().startsWith("lettuce"));

    limiter.close();

    for (Thread thread : opened) {
      thread.join();
    }
    assertThat(opened).isNotEmpty().noneMatch(Thread::isAlive);
  }
}
