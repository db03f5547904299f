package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import dev.ratelimit.StoreException.Charge;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.redis.ArmedFault;
import dev.ratelimit.testkit.redis.FaultProxy;
import dev.ratelimit.testkit.redis.FaultProxy.Fault;
import dev.ratelimit.testkit.redis.FaultProxy.Moment;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One call meets a fault: it is charged at most once, and everybody knows what is not known. */
@RedisTest
class RedisFaultIT {

  private RedisServer redis;
  private FaultProxy proxy;
  private Rig rig;

  @BeforeEach
  void open(RedisServer server) {
    redis = server;
    proxy = FaultProxy.to(server);
    rig = Rig.over(proxy.uri());
  }

  @AfterEach
  void close() {
    rig.close();
    proxy.close();
  }

  private long remaining() {
    return rig.limiter.peek("key", 1).remaining();
  }

  @ParameterizedTest
  @EnumSource(names = {"CUT", "RESET"})
  void connectionLostBeforeTheReply_isAChargeThatIsUncertainAndNeverRepeated(Fault fault)
      throws InterruptedException {
    rig.limiter.check("key");
    CommandCounts before = CommandCounts.of(redis);
    ArmedFault armed = proxy.arm(fault, Moment.BEFORE_REPLY, "EVALSHA");

    assertThatThrownBy(() -> rig.limiter.check("key"))
        .isInstanceOfSatisfying(
            StoreException.class, error -> assertThat(error.charge()).isEqualTo(Charge.UNCERTAIN));
    armed.awaitFired();
    rig.awaitReconnected();
    long remaining = remaining();

    assertThat(remaining).isEqualTo(998);
    assertThat(CommandCounts.of(redis).since(before)).containsEntry("set", 1L);
    assertThat(CommandCounts.of(redis).since(before)).containsEntry("evalsha", 2L);
    assertThat(rig.heard.uncertain()).isEqualTo(1);
    assertThat(rig.heard.errors()).hasSize(1);
    assertThat(rig.heard.degradations()).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"CUT", "RESET"})
  void connectionLostBeforeTheRequest_isNeverCharged(Fault fault) throws InterruptedException {
    rig.limiter.check("key");
    CommandCounts before = CommandCounts.of(redis);
    ArmedFault armed = proxy.arm(fault, Moment.BEFORE_REQUEST, "EVALSHA");

    assertThatThrownBy(() -> rig.limiter.check("key")).isInstanceOf(StoreException.class);
    armed.awaitFired();
    rig.awaitReconnected();
    long remaining = remaining();

    assertThat(remaining).isEqualTo(999);
    assertThat(CommandCounts.of(redis).since(before)).containsEntry("evalsha", 1L);
    assertThat(rig.heard.uncertain()).isEqualTo(1);
  }

  @Test
  void connectionLostWithManyInFlight_chargesEachAtMostOnce() throws InterruptedException {
    ArmedFault armed = proxy.arm(Fault.CUT, Moment.BEFORE_REPLY, "EVALSHA");
    CompletableFuture<?>[] checks = new CompletableFuture<?>[50];
    for (int i = 0; i < checks.length; i++) {
      checks[i] = rig.checkAsync().handle((decision, failure) -> failure == null);
    }

    armed.awaitFired();
    CompletableFuture.allOf(checks).join();
    rig.awaitReconnected();
    long charged;
    try (RedisLimiter other = TestLimiters.of(redis, Limit.perDay(1_000))) {
      charged = 1_000 - other.peek("key", 1).remaining();
    }

    assertThat(charged).isBetween(1L, (long) rig.heard.uncertain());
    assertThat(rig.heard.errors()).hasSizeBetween(1, 50); // one a call
  }

  @Test
  void replyThatIsSwallowed_endsByTheDeadlineAndIsUncertain() throws InterruptedException {
    ArmedFault armed = proxy.arm(Fault.SWALLOW, Moment.BEFORE_REPLY, "EVALSHA");

    CompletableFuture<Decision> check = rig.checkAsync();
    armed.awaitFired();
    rig.clock.advance(Rig.DEADLINE.minusNanos(1_000));
    boolean endedEarly = check.isDone();
    rig.clock.advanceMicros(1);
    StoreException failure = Rig.failureOf(check);

    assertThat(endedEarly).isFalse();
    assertThat(failure.charge()).isEqualTo(Charge.UNCERTAIN);
    assertThat(failure).hasMessageContaining("no answer within PT0.05S");
    assertThat(rig.heard.uncertain()).isEqualTo(1);
    proxy.heal();
    rig.awaitReconnected();
    assertThat(remaining()).isEqualTo(999);
  }

  /** Two calls of one check each, and two of what has gathered since. */
  @Test
  void callsOfManyChecks_leaveUpTo512UncertainEach() throws InterruptedException {
    ArmedFault armed = proxy.arm(Fault.SWALLOW, Moment.BEFORE_REPLY, "EVALSHA");
    List<CompletableFuture<Decision>> checks = new ArrayList<>(askedAtOnce(2));
    armed.awaitFired();

    rig.clock.advance(Duration.ofMillis(30));
    checks.addAll(askedAtOnce(2 * 512));
    rig.clock.advance(Duration.ofMillis(20));
    rig.clock.advance(Duration.ofMillis(30));
    checks.forEach(Rig::failureOf);

    assertThat(rig.heard.uncertain()).isEqualTo(2 + 2 * 512);
    assertThat(rig.heard.degradations()).isEqualTo(1);
  }

  private List<CompletableFuture<Decision>> askedAtOnce(int checks) {
    return Stream.generate(rig::checkAsync).limit(checks).toList();
  }

  @Test
  void scriptTextWhoseReplyIsLost_isNotSentAgain() throws InterruptedException {
    redis.command("SCRIPT", "FLUSH");
    ArmedFault armed = proxy.arm(Fault.CUT, Moment.BEFORE_REPLY, "EVAL\r\n");

    CompletableFuture<Decision> check = rig.checkAsync();
    armed.awaitFired();
    StoreException failure = Rig.failureOf(check);
    rig.awaitReconnected();

    assertThat(failure.charge()).isEqualTo(Charge.UNCERTAIN);
    assertThat(remaining()).isEqualTo(999);
  }

  @Test
  void replyAfterTheDeadline_isToldAndChangesNoAnswer() throws InterruptedException {
    FakeClock network = FakeClock.atEpoch();
    try (FaultProxy slow = FaultProxy.to(redis, network);
        Rig late = Rig.over(slow.uri())) {
      slow.delay(Moment.BEFORE_REPLY, Duration.ofMillis(80));
      CompletableFuture<Decision> check = late.checkAsync();
      network.awaitTasks(1);
      late.clock.advance(Rig.DEADLINE);
      StoreException failure = Rig.failureOf(check);

      network.advance(Duration.ofMillis(80));
      late.heard.awaitLate(1);

      assertThat(failure.charge()).isEqualTo(Charge.UNCERTAIN);
      assertThat(check).isCompletedExceptionally();
      assertThat(late.heard.uncertain()).isEqualTo(1);
    }
  }

  @Test
  void forgottenScriptThatIsToldTooLate_isNotSentAtAll() throws InterruptedException {
    FakeClock network = FakeClock.atEpoch();
    try (FaultProxy slow = FaultProxy.to(redis, network);
        Rig late = Rig.over(slow.uri())) {
      redis.command("SCRIPT", "FLUSH");
      CommandCounts before = CommandCounts.of(redis);
      slow.delay(Moment.BEFORE_REPLY, Duration.ofMillis(80));
      CompletableFuture<Decision> tooLate = late.checkAsync();
      network.awaitTasks(1);
      late.clock.advance(Rig.DEADLINE);
      Rig.failureOf(tooLate);

      slow.delay(Moment.BEFORE_REPLY, Duration.ZERO);
      CompletableFuture<Decision> inTime = late.checkAsync();
      network.advance(Duration.ofMillis(80));

      assertThat(inTime.join().remaining()).isEqualTo(999);
      assertThat(CommandCounts.of(redis).since(before)).containsEntry("eval", 1L);
    }
  }

  @Test
  void listenerThatThrows_changesNothing() throws InterruptedException {
    try (Rig deaf = Rig.toldBy(new Throwing(), proxy.uri())) {
      Decision decision = deaf.limiter.check("key");
      proxy.arm(Fault.CUT, Moment.BEFORE_REPLY, "EVALSHA");
      CompletableFuture<Decision> lost = deaf.checkAsync();
      StoreException failure = Rig.failureOf(lost);
      deaf.awaitReconnected();

      assertThat(decision.remaining()).isEqualTo(999);
      assertThat(failure.charge()).isEqualTo(Charge.UNCERTAIN);
      assertThat(deaf.limiter.check("key").remaining()).isEqualTo(997);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"return 'OK'", "return {}", "return {1}", "return {1, 'a'}", "return {1, {1}}"})
  void replyOfNoScriptOfOurs_isAFailureThatMayHaveCharged(String text) throws InterruptedException {
    try (Rig strange = Rig.asking(text, redis.uri())) {
      assertThatThrownBy(() -> strange.limiter.check("key"))
          .isInstanceOfSatisfying(
              StoreException.class, error -> assertThat(error.charge()).isEqualTo(Charge.UNCERTAIN))
          .hasMessageContaining("not understood");
      assertThat(Rig.failureOf(strange.checkAsync())).hasMessageContaining("not understood");

      strange.heard.awaitUncertain(2);
    }
  }

  /** By it the last permit of a log would have been free again before it was taken. */
  @Test
  void replyThatCannotBe_isAFailureThatMayHaveCharged() {
    Rule rule = Rule.of(Limit.slidingLog(10, Duration.ofSeconds(1)));
    try (Rig strange = Rig.asking("return {60000000, {1, 1, 0, 0}}", redis.uri())) {
      long now = strange.clock.micros();

      assertThatThrownBy(() -> strange.store.check("key", rule, 1, now))
          .isInstanceOfSatisfying(
              StoreException.class, error -> assertThat(error.charge()).isEqualTo(Charge.UNCERTAIN))
          .hasMessageContaining("not understood");
      assertThat(Rig.failureOf(strange.store.checkAsync("key", rule, 1, now)))
          .hasMessageContaining("not understood");
      assertThat(strange.heard.uncertain()).isEqualTo(2);
    }
  }

  @Test
  void serverThatRepliesStrangely_isGivenUp() throws InterruptedException {
    try (Rig strange = Rig.asking("return 1", redis.uri())) {
      for (int call = 0; call < 3; call++) {
        assertThatThrownBy(() -> strange.limiter.check("key")).isInstanceOf(StoreException.class);
      }

      strange.heard.awaitDegraded();
    }
  }
}
