package dev.ratelimit.testkit.contract;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.testkit.FakeClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A limiter that is no longer needed. */
abstract class ClosingContract {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final LimiterContract subject;
  private final FakeClock clock;

  ClosingContract(LimiterContract subject) {
    this.subject = subject;
    this.clock = subject.clock();
  }

  private PermitLimiter drained() {
    PermitLimiter limiter = subject.open(Limit.perSecond(1));
    limiter.check("key");
    return limiter;
  }

  @Test
  void closedLimiter_refusesEveryCall() {
    PermitLimiter limiter = drained();
    limiter.close();

    List<ThrowingCallable> calls =
        List.of(
            () -> limiter.check("key"),
            () -> limiter.check("key", 0),
            () -> limiter.checkAsync("key"),
            () -> limiter.peek("key", 1),
            () -> limiter.reserve("key", 1, Duration.ZERO),
            () -> limiter.acquire("key", 1, Duration.ZERO),
            () -> limiter.acquireAsync("key", 1, Duration.ZERO),
            () -> limiter.refund("key", 1),
            () -> limiter.reset("key"));

    assertThat(calls)
        .allSatisfy(call -> assertThatThrownBy(call).isInstanceOf(IllegalStateException.class));
  }

  @Test
  void closedLimiter_refusesUnlimitedKeysToo() {
    PermitLimiter limiter = subject.open(Limit.unlimited());
    limiter.close();

    assertThatThrownBy(() -> limiter.check("key")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void closingTwice_isClosingOnce() {
    PermitLimiter limiter = drained();

    limiter.close();
    limiter.close();

    assertThatThrownBy(() -> limiter.check("key")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void waitingThread_isToldAtOnce() throws Exception {
    PermitLimiter limiter = drained();
    Worker<Decision> acquirer = Worker.start(() -> limiter.acquire("key", 1, MINUTE));
    subject.awaitWaiting(1);

    limiter.close();
    clock.advance(MINUTE); // too late for those who were told

    assertThatThrownBy(acquirer::result).hasCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void waitingFuture_failsAtOnce() throws Exception {
    PermitLimiter limiter = drained();
    CompletableFuture<Decision> future = limiter.acquireAsync("key", 1, MINUTE);
    subject.awaitWaiting(1);

    limiter.close();
    clock.advance(MINUTE); // too late for those who were told

    assertThatThrownBy(future::get).hasCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void futureThatCompletedBefore_staysAsItIs() throws Exception {
    PermitLimiter limiter = drained();
    CompletableFuture<Decision> future = limiter.acquireAsync("key", 1, MINUTE);
    subject.awaitWaiting(1);
    clock.advance(Duration.ofSeconds(1));
    future.get();

    limiter.close();

    assertThat(future.get()).isAllowed();
  }

  @Test
  void otherLimiter_goesOn() {
    PermitLimiter other = subject.open(Limit.perSecond(1));

    drained().close();

    assertThat(other.check("other")).isAllowed();
  }
}
