package dev.ratelimit.testkit;

import org.jspecify.annotations.Nullable;

/** Keeps what tasks throw until all have run. Not thread-safe. */
final class Failures {

  private @Nullable Throwable first;

  void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      if (first == null) {
        first = e;
      } else if (first != e) {
        first.addSuppressed(e);
      }
    }
  }

  void surface() {
    if (first instanceof RuntimeException e) {
      throw e;
    }
    if (first instanceof Error e) {
      throw e;
    }
  }
}
