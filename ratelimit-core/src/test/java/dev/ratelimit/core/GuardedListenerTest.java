package dev.ratelimit.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GuardedListenerTest {

  private static final Decision DECISION = Decision.allowed(10, 9);
  private static final Rule RULE = Rule.of(Limit.perSecond(10));
  private static final List<String> ALL_EVENTS =
      List.of(
          "call PT0.002S 64",
          "error no answer",
          "degraded a:1",
          "probe a:1",
          "recovered a:1",
          "gone a:1",
          "loss a:1",
          "fallback " + DECISION,
          "late 3",
          "uncertain 5",
          "dropped 7",
          "lost 9",
          "decision a default " + DECISION,
          "answer " + DECISION + " PT0.003S",
          "taken a 11",
          "returned a 12",
          "expired a 13",
          "changed a default");

  /** Notes every event, and then fails if told to. */
  private static final class Noting implements LimiterListener {

    private final List<String> events = new ArrayList<>();
    private final Runnable then;

    Noting(Runnable then) {
      this.then = then;
    }

    @Override
    public void onStoreCall(Duration took, int requests) {
      note("call " + took + " " + requests);
    }

    @Override
    public void onStoreError(StoreException error) {
      note("error " + error.getMessage());
    }

    @Override
    public void onDegraded(String store) {
      note("degraded " + store);
    }

    @Override
    public void onProbe(String store) {
      note("probe " + store);
    }

    @Override
    public void onRecovered(String store) {
      note("recovered " + store);
    }

    @Override
    public void onGone(String store) {
      note("gone " + store);
    }

    @Override
    public void onStateLoss(String store) {
      note("loss " + store);
    }

    @Override
    public void onFallback(Decision decision) {
      note("fallback " + decision);
    }

    @Override
    public void onLateReply(int requests) {
      note("late " + requests);
    }

    @Override
    public void onUncertainCharge(int requests) {
      note("uncertain " + requests);
    }

    @Override
    public void onDroppedRefund(long permits) {
      note("dropped " + permits);
    }

    @Override
    public void onLostPosting(long permits) {
      note("lost " + permits);
    }

    @Override
    public void onDecision(String key, Rule rule, Decision decision) {
      note("decision " + key + " " + rule.name() + " " + decision);
    }

    @Override
    public void onStoreAnswer(Decision decision, Duration took) {
      note("answer " + decision + " " + took);
    }

    @Override
    public void onLeaseTaken(String key, long permits) {
      note("taken " + key + " " + permits);
    }

    @Override
    public void onLeaseReturned(String key, long permits) {
      note("returned " + key + " " + permits);
    }

    @Override
    public void onLeaseExpired(String key, long permits) {
      note("expired " + key + " " + permits);
    }

    @Override
    public void onChangedLimit(String key, Rule rule) {
      note("changed " + key + " " + rule.name());
    }

    private void note(String event) {
      events.add(event);
      then.run();
    }
  }

  /** A failure that knows how often it was logged. */
  private static final class Trouble extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private int logged;

    Trouble() {
      super("a listener's trouble, as a test wants it");
    }

    @Override
    public void printStackTrace(PrintWriter log) {
      logged++;
      log.println(this);
    }
  }

  private static void tellAll(LimiterListener listener) {
    listener.onStoreCall(Duration.ofMillis(2), 64);
    listener.onStoreError(
        new StoreException("no answer", null, StoreException.Charge.NONE, Duration.ZERO));
    listener.onDegraded("a:1");
    listener.onProbe("a:1");
    listener.onRecovered("a:1");
    listener.onGone("a:1");
    listener.onStateLoss("a:1");
    listener.onFallback(DECISION);
    listener.onLateReply(3);
    listener.onUncertainCharge(5);
    listener.onDroppedRefund(7);
    listener.onLostPosting(9);
    listener.onDecision("a", RULE, DECISION);
    listener.onStoreAnswer(DECISION, Duration.ofMillis(3));
    listener.onLeaseTaken("a", 11);
    listener.onLeaseReturned("a", 12);
    listener.onLeaseExpired("a", 13);
    listener.onChangedLimit("a", RULE);
  }

  /** Notes what others have thrown, and then fails if told to. */
  private static final class Counting implements LimiterListener {

    private final List<Throwable> failures = new ArrayList<>();
    private final List<String> decisions = new ArrayList<>();
    private final Runnable then;

    Counting(Runnable then) {
      this.then = then;
    }

    @Override
    public void onDecision(String key, Rule rule, Decision decision) {
      decisions.add(key);
    }

    @Override
    public void onListenerFailure(Throwable failure) {
      failures.add(failure);
      then.run();
    }
  }

  private static Noting failing(RuntimeException trouble) {
    return new Noting(
        () -> {
          throw trouble;
        });
  }

  @Test
  void listenerThatThrows_keepsNothingFromTheOthersWhichHearOfIt() {
    Trouble trouble = new Trouble();
    Noting failing = failing(trouble);
    Noting before = new Noting(() -> {});
    Noting after = new Noting(() -> {});
    Counting counting = new Counting(() -> {});

    tellAll(GuardedListener.ofAll(List.of(before, failing, after, counting)));

    assertThat(before.events).isEqualTo(ALL_EVENTS);
    assertThat(failing.events).isEqualTo(ALL_EVENTS);
    assertThat(after.events).isEqualTo(ALL_EVENTS);
    assertThat(counting.failures).hasSize(ALL_EVENTS.size()).containsOnly(trouble);
  }

  @Test
  void listenerThatThrowsAtTheNewsOfAFailure_isLoggedOnceAndAskedForNoMore() {
    Trouble first = new Trouble();
    Trouble second = new Trouble();
    Counting counting =
        new Counting(
            () -> {
              throw second;
            });
    LimiterListener guarded = GuardedListener.ofAll(List.of(failing(first), counting));

    guarded.onDecision("a", RULE, DECISION);
    guarded.onDecision("b", RULE, DECISION);

    assertThat(counting.failures).containsExactly(first, first);
    assertThat(counting.decisions).containsExactly("a", "b");
    assertThat(first.logged).isEqualTo(1);
    assertThat(second.logged).isEqualTo(1);
  }

  @Test
  void guardedListener_isNotGuardedTwice() {
    LimiterListener guarded = GuardedListener.of(new Noting(() -> {}));

    assertThat(GuardedListener.of(guarded)).isSameAs(guarded);
  }

  @Test
  void nobodyToTell_isNone() {
    assertThat(GuardedListener.ofAll(List.of())).isSameAs(LimiterListener.NONE);
    assertThat(GuardedListener.ofAll(List.of(LimiterListener.NONE, LimiterListener.NONE)))
        .isSameAs(LimiterListener.NONE);
  }

  @Test
  void events_arePassedOn() {
    Noting noting = new Noting(() -> {});

    tellAll(GuardedListener.of(noting));

    assertThat(noting.events).isEqualTo(ALL_EVENTS);
  }

  @Test
  void listenerThatThrows_hearsEveryEventAndTroublesNobody() {
    Noting noting =
        new Noting(
            () -> {
              throw new Trouble();
            });
    LimiterListener guarded = GuardedListener.of(noting);

    assertThatCode(() -> tellAll(guarded)).doesNotThrowAnyException();

    assertThat(noting.events).isEqualTo(ALL_EVENTS);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as Kotlin throws
  private static <T extends Throwable> void throwUndeclared(Throwable failure) throws T {
    throw (T) failure;
  }

  @Test
  void checkedExceptionOfAListener_troublesNobodyEither() {
    IOException trouble = new IOException("not declared");
    Noting failing = new Noting(() -> throwUndeclared(trouble));
    Counting counting = new Counting(() -> throwUndeclared(trouble));
    LimiterListener guarded = GuardedListener.ofAll(List.of(failing, counting));

    assertThatCode(() -> tellAll(guarded)).doesNotThrowAnyException();

    assertThat(failing.events).isEqualTo(ALL_EVENTS);
    assertThat(counting.failures).hasSize(ALL_EVENTS.size()).containsOnly(trouble);
  }

  @Test
  void listenerThatThrowsAgainAndAgain_isLoggedOnce() {
    Trouble trouble = new Trouble();
    LimiterListener guarded =
        GuardedListener.of(
            new Noting(
                () -> {
                  throw trouble;
                }));

    tellAll(guarded);
    tellAll(guarded);

    assertThat(trouble.logged).isEqualTo(1);
  }

  @Test
  void listenerThatHearsNothing_isPassedThrough() {
    assertThat(GuardedListener.of(LimiterListener.NONE)).isSameAs(LimiterListener.NONE);
    assertThatCode(() -> tellAll(LimiterListener.NONE)).doesNotThrowAnyException();
  }

  @Test
  void missingListener_isRefused() {
    assertThatThrownBy(() -> GuardedListener.of(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("listener");
  }
}
