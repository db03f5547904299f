package dev.ratelimit.examples;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.Keys;
import dev.ratelimit.Limit;
import dev.ratelimit.Limiter;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Request;
import dev.ratelimit.Reservation;
import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import dev.ratelimit.local.LocalLimiter;
import dev.ratelimit.testkit.AdmissionLedger;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.SimulatedStore;
import dev.ratelimit.testkit.StubLimiter;
import dev.ratelimit.testkit.fleet.Event;
import dev.ratelimit.testkit.fleet.Fleet;
import dev.ratelimit.testkit.fleet.FleetResult;
import dev.ratelimit.testkit.fleet.Traffic;
import dev.ratelimit.testkit.vectors.TimedStore;
import dev.ratelimit.testkit.vectors.VectorFile;
import dev.ratelimit.testkit.vectors.VectorRunner;
import dev.ratelimit.testkit.vectors.VectorTarget;
import dev.ratelimit.testkit.vectors.Vectors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The examples of the Javadoc, in the order of its packages and types. */
class JavadocExamplesTest {

  private static final Limit IP = Limit.perSecond(3);
  private static final Limit OTHERS = Limit.perSecond(5);

  private final List<String> replies = new ArrayList<>();
  private final List<Duration> waits = new ArrayList<>();

  private void reply(int status, Duration retryAfter) {
    replies.add(status + " " + retryAfter);
  }

  private void runAfter(Duration wait) {
    waits.add(wait);
  }

  @Test
  void decision_tellsOutcomeAndPause() {
    Decision decision = Decision.denied(100, 0, Duration.ofMillis(250));
    boolean allowed = decision.allowed();
    Duration pause = decision.retryAfter();

    assertThat(allowed).isFalse();
    assertThat(pause).hasToString("PT0.25S");
  }

  @Test
  void decisionBuilder_changesWhatIsReported() {
    Decision decision =
        Decision.allowed(10, 9).toBuilder()
            .resetAfter(Duration.ofSeconds(1))
            .ruleName("free")
            .build();

    assertThat(decision).isAllowed().hasResetAfter(Duration.ofSeconds(1)).hasRuleName("free");
  }

  @Test
  void keys_areEscapedParts() {
    assertThat(Keys.of("tenant-42", "export")).isEqualTo("tenant-42:export");
    assertThat(Keys.of("a", "b:c")).isEqualTo("a:b\\:c");
    assertThat(Keys.of("a:b", "c")).isEqualTo("a\\:b:c");
  }

  @Test
  void severalKeys_areCheckedTogether() {
    PermitLimiter limiter =
        LocalLimiter.builder(key -> Rule.of(key, key.startsWith("ip") ? IP : OTHERS)).build();
    Decision decision =
        limiter.checkAll(List.of(Request.of("user-7"), Request.of("org-3"), Request.of("ip-1", 2)));

    assertThat(decision).isAllowed().hasRuleName("ip-1").hasRemaining(1);
  }

  @Test
  void limit_isBurstAtOnce() {
    Limit api = Limit.perMinute(100).withBurst(20);
    Limit backup = Limit.of(3, Duration.ofDays(1));

    try (LocalLimiter limiter =
        LocalLimiter.builder(key -> Rule.of(key, key.equals("api") ? api : backup))
            .timeSource(FakeClock.atEpoch())
            .build()) {
      assertThat(limiter.check("api", 20)).isAllowed().hasRemaining(0).hasLimit(20);
      assertThat(limiter.check("backup", 3)).isAllowed().hasResetAfter(Duration.ofDays(1));
    }
  }

  @Test
  void limiter_allowsWhatIsThere() {
    Limiter limiter = LocalLimiter.builder(Limit.perMinute(100).withBurst(20)).build();
    Decision decision = limiter.check(Keys.of("tenant-42", "export"), 10);
    if (!decision.allowed()) {
      reply(429, decision.retryAfter());
    }

    assertThat(decision).isAllowed().hasRemaining(10);
    assertThat(replies).isEmpty();
  }

  @Test
  void reservation_tellsItsWait() {
    FakeClock clock = FakeClock.atEpoch();
    PermitLimiter limiter = LocalLimiter.builder(Limit.perSecond(5)).timeSource(clock).build();
    limiter.check("job", 5);

    Reservation reservation = limiter.reserve("job", 5, Duration.ofSeconds(2));
    if (reservation.allowed()) {
      runAfter(reservation.waitTime());
    }

    assertThat(waits).containsExactly(Duration.ofSeconds(1));
  }

  @Test
  void rules_giveEachKeyItsLimit() {
    Rule free = Rule.of("free", Limit.perMinute(60));
    Rule paid = Rule.of("paid", Limit.perSecond(100).withBurst(500));
    Rules rules = key -> key.startsWith("paid:") ? paid : free;

    LocalLimiter limiter = LocalLimiter.builder(rules).build();
    assertThat(limiter.check("paid:7")).hasRuleName("paid").hasLimit(500);
    assertThat(limiter.check("8")).hasRuleName("free").hasLimit(60);
  }

  @Test
  void localLimiter_allowsAgainAfterTime() {
    FakeClock clock = FakeClock.atEpoch();
    Limiter limiter = LocalLimiter.builder(Limit.perSecond(5)).timeSource(clock).build();
    limiter.check("user-1", 5);
    clock.advance(Duration.ofMillis(200));
    Decision decision = limiter.check("user-1");

    assertThat(decision).isAllowed().hasRemaining(0);
  }

  @Test
  void admissionLedger_failsBeyondTheBound() {
    FakeClock clock = FakeClock.atEpoch();

    AdmissionLedger ledger = AdmissionLedger.of(Limit.perSecond(10));
    ledger.admitted(clock.micros(), 10);
    ledger.refunded(clock.micros(), 2);
    ledger.assertWithinBound();

    ledger.admitted(clock.micros(), 3);
    assertThatThrownBy(ledger::assertWithinBound)
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("admitted 1 too many");
  }

  @Test
  void decisionAssert_passesOnWhatIsSo() {
    FakeClock clock = FakeClock.atEpoch();
    Limiter limiter =
        LocalLimiter.builder(Limit.perSecond(10).withBurst(5)).timeSource(clock).build();

    assertThat(limiter.check("key", 3)).isAllowed().hasRemaining(2);
    assertThat(limiter.check("key", 3)).isDenied().hasRetryAfter(Duration.ofMillis(100));
  }

  @Test
  void fakeClock_runsWhatIsDue() {
    List<Long> ran = new ArrayList<>();

    FakeClock clock = FakeClock.atEpoch();
    clock.schedule(Duration.ofMillis(5), () -> ran.add(clock.micros()));
    clock.advance(Duration.ofSeconds(1));

    assertThat(ran).containsExactly(5_000L);
  }

  @Test
  void stubLimiter_answersAsTold() {
    StubLimiter limiter = StubLimiter.allowing();
    limiter.next("tenant-42", Decision.denied(10, 0, Duration.ofSeconds(1)));
    assertThat(limiter.check("tenant-42", 3).allowed()).isFalse();
    assertThat(limiter.asked())
        .hasToString("[Call[operation=CHECK, key=tenant-42, amount=3, maxWait=PT0S]]");

    assertThat(limiter.check("tenant-42", 3)).isAllowed();
  }

  @Test
  void fleet_keepsToTheBound() {
    FleetResult result =
        Fleet.of(Limit.perSecond(1_000))
            .traffic(Traffic.even(3_000))
            .at(Duration.ofSeconds(3), Event.kill(0))
            .run(Duration.ofSeconds(12));
    result.assertWithinBound();

    assertThat(result.total().granted()).isBetween(12_900L, 13_000L);
    assertThat(result.instances().get(0).missed()).isPositive();
  }

  @Test
  void vectorTarget_isHeldAgainstWhatConcernsIt() {
    VectorTarget target =
        VectorTarget.of(
            "mine",
            micros -> {
              FakeClock clock = FakeClock.atMicros(micros);
              return TimedStore.of(new MyStore(clock), clock::advanceToMicros);
            });

    VectorRunner.over(target).run(Vectors.bundled("vectors.jsonl")).assertRight();
  }

  @Test
  void vectors_allConcernAStoreWithLeasesAndAClockThatStepsBack() {
    VectorTarget target =
        VectorTarget.of("simulated", micros -> TimedStore.of(new SimulatedStore()))
            .withLeases()
            .withClockBackwards();

    VectorRunner runner = VectorRunner.over(target);
    for (VectorFile file : Vectors.bundled()) {
      runner.run(file).assertRight();
    }
  }
}
