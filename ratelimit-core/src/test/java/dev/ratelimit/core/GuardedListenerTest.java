package dev.ratelimit.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.StoreException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GuardedListenerTest {

  private static final Decision DECISION = Decision.allowed(10, 9);
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
          "lost 9");

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
