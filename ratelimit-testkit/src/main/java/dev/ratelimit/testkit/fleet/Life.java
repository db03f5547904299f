package dev.ratelimit.testkit.fleet;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * An instance's process from its start to its end. While it is paused, what would happen in it
 * waits; once it has ended, nothing happens in it any more.
 */
final class Life {

  private final Deque<Runnable> held = new ArrayDeque<>();
  private boolean paused;
  private boolean ended;

  static Life over() {
    Life life = new Life();
    life.end();
    return life;
  }

  /** Runs what happens in the process: now, when it is resumed, or never. */
  void run(Runnable action) {
    if (ended) {
      return;
    }
    if (paused) {
      held.add(action);
    } else {
      action.run();
    }
  }

  boolean isRunning() {
    return !ended && !paused;
  }

  void pause() {
    paused = true;
  }

  /** What has waited happens in the order in which it would have. */
  void resume() {
    paused = false;
    for (@Nullable Runnable next = held.poll(); next != null; next = held.poll()) {
      next.run();
    }
  }

  void end() {
    ended = true;
    held.clear();
  }
}
