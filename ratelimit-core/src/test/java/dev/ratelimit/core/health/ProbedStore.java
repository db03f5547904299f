package dev.ratelimit.core.health;

import dev.ratelimit.core.HandClock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** A store that answers probes when a test says so, and the breaker before it. */
final class ProbedStore {

  final HandClock clock = new HandClock();
  final List<String> told = new ArrayList<>(); // guarded by itself
  final Breaker breaker = new Breaker(clock, this::probe, new Told());
  private final Queue<CompletableFuture<String>> unanswered = new ArrayDeque<>();
  private final AtomicInteger probes = new AtomicInteger();
  private Runnable whileTelling = () -> {};

  private final class Told implements Breaker.Changes {
    @Override
    public void degraded() {
      tell("degraded");
    }

    @Override
    public void recovered() {
      tell("recovered");
    }

    @Override
    public void gone() {
      tell("gone");
    }

    private void tell(String change) {
      synchronized (told) {
        told.add(change);
      }
      whileTelling.run();
    }
  }

  private CompletionStage<String> probe() {
    probes.incrementAndGet();
    CompletableFuture<String> answer = new CompletableFuture<>();
    unanswered.add(answer);
    return answer;
  }

  /** {@return how many probes were sent} */
  int probes() {
    return probes.get();
  }

  /** What else happens while a change is told. */
  void whileTelling(Runnable action) {
    whileTelling = action;
  }

  void trip() {
    for (int i = 0; i < 3; i++) {
      breaker.failed();
    }
  }

  /** Lets the pause before the next probe pass. {@return how long it was, in microseconds} */
  long awaitProbe() {
    long pause = untilNextProbeMicros();
    clock.advance(pause);
    return pause;
  }

  long untilNextProbeMicros() {
    return breaker.untilNextProbe().toNanos() / 1_000;
  }

  void answerProbe() {
    unanswered.remove().complete("pong");
  }

  void failProbe() {
    unanswered.remove().completeExceptionally(new IllegalStateException("still loading"));
  }

  void recover() {
    awaitProbe();
    answerProbe();
  }
}
