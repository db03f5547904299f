package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import dev.ratelimit.StoreException.Charge;
import dev.ratelimit.core.store.LeaseCall;
import dev.ratelimit.core.store.LeaseReply;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import dev.ratelimit.testkit.redis.Sharing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that arrive while calls are in flight go together in the next one. */
@RedisTest(Sharing.OWN)
class RedisCoalescingIT {

  private static final int BY_THEMSELVES = 2;

  private RedisServer redis;
  private Rig rig;
  private CommandCounts before;

  @BeforeEach
  void open(RedisServer server) {
    redis = server;
    rig = Rig.over(server.uri());
    before = CommandCounts.of(redis);
  }

  @AfterEach
  void close() {
    rig.close();
  }

  private List<CompletableFuture<Decision>> checksOf(int count, String key) {
    return IntStream.range(0, count).mapToObj(i -> rig.limiter.checkAsync(key)).toList();
  }

  private Long executed(String command) {
    return CommandCounts.of(redis).since(before).getOrDefault(command, 0L);
  }

  private static List<Long> remaining(List<CompletableFuture<Decision>> checks) {
    return checks.stream().map(check -> check.join().remaining()).toList();
  }

  @Test
  void checksOneAfterAnother_areACallEach() {
    for (int i = 0; i < 20; i++) {
      rig.limiter.check("key");
    }

    assertThat(executed("evalsha")).isEqualTo(20);
  }

  @Test
  void checksOfOneKeyWhileTwoCallsAreInFlight_areFoldedIntoAsFewAsCarryThem()
      throws InterruptedException {
    redis.pause();

    List<CompletableFuture<Decision>> checks = checksOf(BY_THEMSELVES + 600, "key");
    redis.resume();

    assertThat(remaining(checks))
        .isEqualTo(IntStream.range(0, 602).mapToObj(i -> 999L - i).toList());
    assertThat(executed("evalsha")).isEqualTo(BY_THEMSELVES + 2); // of 512 and 88
    assertThat(executed("set")).isEqualTo(BY_THEMSELVES + 2);
    rig.heard.awaitAnswered(2 + 602);
  }

  @Test
  void checksOfManyKeys_shareACall() {
    redis.pause();

    List<CompletableFuture<Decision>> checks = new ArrayList<>(checksOf(BY_THEMSELVES, "first"));
    for (int i = 0; i < 64; i++) {
      checks.addAll(checksOf(1, "key-" + i));
    }
    redis.resume();

    assertThat(remaining(checks.subList(BY_THEMSELVES, 66))).containsOnly(999L);
    assertThat(executed("evalsha")).isEqualTo(BY_THEMSELVES + 1);
    assertThat(executed("set")).isEqualTo(BY_THEMSELVES + 64);
  }

  @Test
  void otherOperationsOfOneKey_areFoldedToo() {
    redis.pause();
    checksOf(BY_THEMSELVES, "first");

    CompletableFuture<Decision> five = rig.limiter.checkAsync("key", 5);
    CompletableFuture<Decision> never = rig.limiter.checkAsync("key", 1_001);
    CompletableFuture<Decision> nothing = rig.limiter.checkAsync("key", 0);
    CompletableFuture<Decision> waiting = rig.limiter.acquireAsync("key", 995, Duration.ofHours(1));
    CompletableFuture<Decision> denied = rig.limiter.checkAsync("key", 1);
    redis.resume();

    assertThat(five.join().remaining()).isEqualTo(995);
    assertThat(never.join().remaining()).isEqualTo(995);
    assertThat(nothing.join().allowed()).isTrue();
    assertThat(waiting.join().remaining()).isZero();
    assertThat(denied.join().allowed()).isFalse();
    assertThat(executed("evalsha")).isEqualTo(BY_THEMSELVES + 1);
  }

  @Test
  void leasesOfOneKey_areGrantedEachByItsOwnCheck() {
    Rule rule = Rule.of(Limit.perDay(1_000));
    redis.pause();
    checksOf(BY_THEMSELVES, "first");

    CompletableFuture<LeaseReply> granted = lease(rule, 900);
    CompletableFuture<LeaseReply> deniedOne = lease(rule, 500);
    CompletableFuture<LeaseReply> grantedToo = lease(rule, 10);
    redis.resume();

    assertThat(granted.join().granted()).isEqualTo(50);
    assertThat(deniedOne.join().check().allowed()).isFalse();
    assertThat(deniedOne.join().granted()).isZero();
    assertThat(grantedToo.join().check().allowed()).isTrue();
    assertThat(grantedToo.join().granted()).isEqualTo(40);
  }

  private CompletableFuture<LeaseReply> lease(Rule rule, long cost) {
    LeaseCall call = new LeaseCall(List.of(), List.of(), cost, 50);
    return rig.store.leaseAsync("key", rule, call, rig.clock.micros());
  }

  @Test
  void callWithOldRequests_endsByTheDeadlineOfItsOldest() {
    redis.pause();
    List<CompletableFuture<Decision>> first = checksOf(BY_THEMSELVES, "key");
    rig.clock.advance(Duration.ofMillis(30));
    List<CompletableFuture<Decision>> gathered = checksOf(10, "key");

    rig.clock.advance(Duration.ofMillis(20));

    first.forEach(check -> assertThat(Rig.failureOf(check).charge()).isEqualTo(Charge.UNCERTAIN));
    rig.clock.advance(Duration.ofMillis(29));
    assertThat(gathered).noneMatch(CompletableFuture::isDone);
    rig.clock.advance(Duration.ofMillis(1));
    gathered.forEach(
        check -> assertThat(Rig.failureOf(check).charge()).isEqualTo(Charge.UNCERTAIN));
    assertThat(rig.heard.uncertain()).isEqualTo(12);
  }

  @Test
  void requestThatHasWaitedForHalfOfItsTime_isNotSent() {
    redis.pause();
    checksOf(BY_THEMSELVES, "key");
    rig.clock.advance(Duration.ofMillis(24));
    CompletableFuture<Decision> old = checksOf(1, "key").get(0);

    rig.clock.advance(Duration.ofMillis(26));

    assertThat(Rig.failureOf(old)).hasMessageContaining("not sent");
    assertThat(Rig.failureOf(old).charge()).isEqualTo(Charge.NONE);
    assertThat(rig.heard.uncertain()).isEqualTo(2);
    assertThat(rig.heard.degradations()).isZero();
  }

  @Test
  void requestThatComesLate_isNotLeftToWaitForACallInFlight() {
    redis.pause();
    checksOf(BY_THEMSELVES, "key");
    long readLongAgo = rig.clock.micros() - 26_000;

    CompletableFuture<Decision> late =
        rig.store.checkAsync("key", Rule.of(Limit.perDay(1_000)), 1, readLongAgo);

    assertThat(Rig.failureOf(late)).hasMessageContaining("not sent");
    assertThat(rig.heard.degradations()).isZero();
  }

  /** By these the last permit of each log would have been free again before it was taken. */
  private static final String IMPOSSIBLE =
      "local r = {60000000} for i = 1, #KEYS do r[i + 1] = {1, 1, 0, 0} end return r";

  @Test
  void replyThatCannotBe_isOneFailureForAllThatShareTheCall() {
    Rule rule = Rule.of(Limit.slidingLog(10, Duration.ofSeconds(1)));
    try (Rig strange = Rig.asking(IMPOSSIBLE, redis.uri())) {
      redis.pause();
      List<CompletableFuture<Decision>> checks =
          IntStream.range(0, BY_THEMSELVES + 10)
              .mapToObj(i -> strange.store.checkAsync("key-" + i, rule, 1, strange.clock.micros()))
              .toList();
      redis.resume();

      assertThat(checks)
          .allSatisfy(
              check -> assertThat(Rig.failureOf(check)).hasMessageContaining("not understood"));
      assertThat(strange.heard.errors()).hasSize(BY_THEMSELVES + 1);
      assertThat(strange.heard.uncertain()).isEqualTo(checks.size());
    }
  }

  @Test
  void moreRequestsThanFit_areRefusedAtOnce() {
    redis.pause();
    List<CompletableFuture<Decision>> checks = checksOf(16_384, "key");

    CompletableFuture<Decision> oneMore = checksOf(1, "key").get(0);

    assertThat(Rig.failureOf(oneMore)).hasMessageContaining("16384 requests open");
    redis.resume();
    assertThat(checks).allSatisfy(check -> assertThat(check.join()).isNotNull());
    assertThat(rig.limiter.check("key").limit()).isEqualTo(1_000);
  }

  @Test
  void closing_refusesWhatWaits() {
    redis.pause();
    List<CompletableFuture<Decision>> checks = checksOf(BY_THEMSELVES + 3, "key");

    rig.close();

    checks
        .subList(BY_THEMSELVES, 5)
        .forEach(check -> assertThat(Rig.failureOf(check)).hasMessageContaining("is closed"));
    rig.clock.advance(Rig.DEADLINE);
    checks
        .subList(0, BY_THEMSELVES)
        .forEach(check -> assertThatThrownBy(check::join).hasCauseInstanceOf(StoreException.class));
  }
}
