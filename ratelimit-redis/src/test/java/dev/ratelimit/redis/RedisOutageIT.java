package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import dev.ratelimit.StoreException.Charge;
import dev.ratelimit.testkit.redis.FaultProxy;
import dev.ratelimit.testkit.redis.Patience;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import dev.ratelimit.testkit.redis.Sharing;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A Redis that is gone, or silent, and comes back. */
@RedisTest(Sharing.OWN)
class RedisOutageIT {

  private static final Rule RULE = Rule.of(Limit.perDay(1_000));

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

  private List<CompletableFuture<Decision>> checks(int count) {
    return Stream.generate(rig::checkAsync).limit(count).toList();
  }

  private static void assertNoneSent(List<CompletableFuture<Decision>> checks) {
    assertThat(checks)
        .allSatisfy(check -> assertThat(Rig.failureOf(check).charge()).isEqualTo(Charge.NONE));
  }

  private void probeUntilRecovered() throws InterruptedException {
    rig.awaitReconnected();
    rig.probe();
    rig.heard.awaitRecovered();
  }

  @Test
  void checksWhileRedisIsDown_failWithoutWaitingAndAreNeverCharged() throws InterruptedException {
    redis.kill();
    rig.awaitDisconnected();

    List<CompletableFuture<Decision>> checks = checks(50);
    assertNoneSent(checks);
    redis.restart();
    probeUntilRecovered();

    assertThat(redis.command("DBSIZE").asLong()).isZero();
    assertThat(rig.heard.uncertain()).isZero();
    assertThat(rig.heard.degradations()).isEqualTo(1);
    assertThat(rig.limiter.check("key").remaining()).isEqualTo(999);
  }

  @Test
  void silentRedis_failsThreeCallsByTheirDeadlineAndIsNotAskedAgain() throws InterruptedException {
    redis.pause();

    for (int call = 1; call <= 3; call++) {
      assertThat(rig.heard.degradations()).isZero();
      CompletableFuture<Decision> check = rig.checkAsync();
      rig.clock.advance(Rig.DEADLINE);
      assertThat(Rig.failureOf(check).charge()).isEqualTo(Charge.UNCERTAIN);
    }
    assertThat(rig.heard.degradations()).isEqualTo(1);
    List<CompletableFuture<Decision>> checks = checks(20);

    assertNoneSent(checks);
    redis.resume();
    rig.heard.awaitLate(3);
    rig.probe();
    rig.heard.awaitRecovered();
    assertThat(rig.heard.uncertain()).isEqualTo(3);
    assertThat(rig.limiter.peek("key", 1).remaining()).isEqualTo(997);
  }

  @Test
  void refundThatCannotBeMade_isToldAsDropped() throws InterruptedException {
    redis.pause();
    rig.failUntilDegraded();

    assertThatThrownBy(() -> rig.limiter.refund("key", 7)).isInstanceOf(StoreException.class);
    assertThatThrownBy(() -> rig.store.refundAsync("key", RULE, 5, 0).join())
        .hasCauseInstanceOf(StoreException.class);

    assertThat(rig.heard.dropped()).isEqualTo(12);
  }

  @Test
  void refusedCheck_tellsWhenTheNextProbeIs() throws InterruptedException {
    redis.pause();
    rig.failUntilDegraded();

    StoreException refused = Rig.failureOf(rig.checkAsync());

    assertThat(refused.nextProbe()).isBetween(Duration.ofMillis(100), Rig.FIRST_PROBE);
    assertThat(refused.getStackTrace()).isEmpty();
  }

  @Test
  void silentRedis_isSentOneProbeAtATime() throws InterruptedException {
    CommandCounts before = CommandCounts.of(redis);
    redis.pause();
    rig.failUntilDegraded();

    rig.clock.advance(Duration.ofMillis(99));
    assertNoneSent(checks(5));
    rig.clock.advance(Rig.FIRST_PROBE.minusMillis(99));
    assertNoneSent(checks(5));
    rig.clock.advance(Rig.DEADLINE);
    redis.resume();
    rig.heard.awaitLate(4);

    assertThat(CommandCounts.of(redis).since(before)).containsEntry("evalsha", 4L);
    rig.probe();
    rig.heard.awaitRecovered();
    assertThat(CommandCounts.of(redis).since(before)).containsEntry("evalsha", 5L);
  }

  @Test
  void probe_isNotCountedAsAChargeOfACaller() throws InterruptedException {
    redis.pause();
    rig.failUntilDegraded();

    rig.clock.advance(Rig.FIRST_PROBE);
    rig.clock.advance(Rig.DEADLINE);

    assertThat(rig.heard.uncertain()).isEqualTo(3);
  }

  @Test
  void allOutstandingChecksOfASilentRedis_endAtTheirDeadline() {
    redis.pause();
    List<CompletableFuture<Decision>> checks = checks(40);

    rig.clock.advance(Rig.DEADLINE);

    assertThat(checks.subList(0, 2))
        .allSatisfy(check -> assertThat(Rig.failureOf(check).charge()).isEqualTo(Charge.UNCERTAIN));
    assertNoneSent(checks.subList(2, 40));
    assertThat(rig.heard.uncertain()).isEqualTo(2);
  }

  @Test
  void networkThatSwallowsAll_isLeftAloneUntilItHeals() throws InterruptedException {
    rig.limiter.check("key");
    long passed = proxy.requests();
    proxy.blackhole();
    rig.failUntilDegraded();

    int before = rig.heard.probes();
    rig.clock.advance(Duration.ofSeconds(10));
    assertThat(rig.heard.probes() - before).isBetween(8, 16); // from 100 ms to 1.25 s apart
    assertNoneSent(checks(5));
    proxy.heal();
    probeUntilRecovered();

    assertThat(rig.limiter.check("key").remaining()).isEqualTo(998);
    assertThat(proxy.requests()).isGreaterThan(passed);
    assertThat(rig.heard.recoveries()).isEqualTo(1);
  }

  @Test
  void connectionThatGoesSilentForEver_isReplaced() throws InterruptedException {
    StatefulRedisConnection<byte[], byte[]> first = Objects.requireNonNull(rig.link.connection());
    proxy.arm(FaultProxy.Fault.SWALLOW, FaultProxy.Moment.BEFORE_REPLY);
    rig.failUntilDegraded();
    for (int probe = 0; probe < 2; probe++) {
      rig.probe();
      rig.clock.advance(Rig.DEADLINE);
    }

    Patience.until("there is another connection", () -> rig.link.connection() != first);
    rig.probe();
    rig.heard.awaitRecovered();

    assertThat(rig.limiter.check("other").remaining()).isEqualTo(999);
    rig.clock.advance(Duration.ofSeconds(1));
    assertThat(first.isOpen()).isFalse();
  }

  @Test
  void breakerThatHasClosed_opensAgainAfterThreeFurtherFailures() throws InterruptedException {
    redis.pause();
    rig.failUntilDegraded();
    redis.resume();
    rig.heard.awaitLate(3);
    rig.probe();
    rig.heard.awaitRecovered();

    redis.pause();
    rig.failUntilDegraded();

    assertThat(rig.heard.degradations()).isEqualTo(2);
  }

  @Test
  void twoFailures_leaveTheBreakerClosedIfThenOneIsAnswered() throws InterruptedException {
    for (int round = 0; round < 3; round++) {
      redis.pause();
      List<CompletableFuture<Decision>> checks = checks(2);
      rig.clock.advance(Rig.DEADLINE);
      checks.forEach(Rig::failureOf);
      redis.resume();
      rig.heard.awaitLate(2);

      assertThat(rig.limiter.check("other").allowed()).isTrue();
    }

    assertThat(rig.heard.degradations()).isZero();
  }

  @Test
  void redisThatCannotWrite_failsChecksAndRecoversWhenItCan() throws InterruptedException {
    redis.command("CONFIG", "SET", "maxmemory", "1");

    for (int call = 0; call < 3; call++) {
      assertThat(Rig.failureOf(rig.checkAsync()).charge()).isEqualTo(Charge.NONE);
    }
    rig.heard.awaitDegraded();
    redis.command("CONFIG", "SET", "maxmemory", "0");
    rig.probe();
    rig.heard.awaitRecovered();

    assertThat(rig.heard.uncertain()).isZero();
    assertThat(rig.limiter.check("key").remaining()).isEqualTo(999);
  }

  @Test
  void hundredDenialsAndForgottenScripts_leaveTheBreakerClosed() {
    rig.limiter.check("key", 1_000);

    for (int i = 0; i < 100; i++) {
      redis.command("SCRIPT", "FLUSH");
      assertThat(rig.limiter.check("key").allowed()).isFalse();
      assertThat(rig.limiter.check("key").allowed()).isFalse();
    }

    assertThat(rig.heard.errors()).isEmpty();
    assertThat(rig.heard.degradations()).isZero();
  }
}
