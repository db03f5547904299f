package dev.ratelimit.benchmarks.watched;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Limiter;
import dev.ratelimit.Rules;
import java.time.Duration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/** A login under attack by two threads: of one user, or of a new one each time. */
@State(Scope.Benchmark)
@Threads(2)
public class WatchedDenial {

  private static final Limit LOGIN = Limit.of(1, Duration.ofDays(1));
  private static final int USERS = 1 << 20;

  @Param private Watcher watcher;

  private Limiter limiter;
  private String[] users;

  /** Where a thread is among the users. */
  @State(Scope.Thread)
  public static class Attacker {

    private int next = System.identityHashCode(this);
  }

  /** Has the one user denied from now on. */
  @Setup
  public void open() {
    limiter = watcher.limiter(Rules.all(LOGIN));
    limiter.check("attacked");
    users = new String[USERS];
    for (int i = 0; i < USERS; i++) {
      users[i] = "user-" + i;
    }
  }

  /** {@return the denial of the one user} */
  @Benchmark
  public Decision oneUser() {
    return limiter.check("attacked");
  }

  /** {@return the denial of one of a million, for asking for too much, which leaves no state} */
  @Benchmark
  public Decision manyUsers(Attacker attacker) {
    return limiter.check(users[attacker.next++ & (USERS - 1)], 2);
  }
}
