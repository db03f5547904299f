package dev.ratelimit.testkit.redis;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * The processes that must not outlive the JVM, however that ends. One that is being started is
 * waited for, and none is started after that. Thread-safe: guarded by the class.
 */
final class AtExit {

  private static final Set<ServerProcess> OPEN = new HashSet<>();
  private static boolean ending;

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> end().forEach(ServerProcess::close), "ratelimit-exit"));
  }

  private AtExit() {}

  interface Start {
    ServerProcess process() throws IOException;
  }

  /** {@return what is started, which will be closed} */
  static synchronized ServerProcess closing(Start start) throws IOException {
    if (ending) {
      throw new IllegalStateException("the JVM ends: no process is started any more");
    }
    ServerProcess started = start.process();
    OPEN.add(started);
    return started;
  }

  static synchronized void forget(ServerProcess closed) {
    OPEN.remove(closed);
  }

  private static synchronized Set<ServerProcess> end() {
    ending = true;
    return Set.copyOf(OPEN);
  }
}
