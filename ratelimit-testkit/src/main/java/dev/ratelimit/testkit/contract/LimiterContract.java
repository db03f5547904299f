package dev.ratelimit.testkit.contract;

import dev.ratelimit.Limit;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rules;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.vectors.LimitKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Timeout;

/**
 * The tests that every exact limiter passes, whatever store is behind it. They go through the
 * public API only, never sleep, and know the limiter's time from its clock alone.
 *
 * <p>A subclass names the limiter and its clock; JUnit makes a new instance for each test:
 *
 * <pre>{@code
 * class MyLimiterTest extends LimiterContract {
 *   private final FakeClock clock = FakeClock.atEpoch();
 *
 *   @Override protected FakeClock clock() { return clock; }
 *
 *   @Override protected PermitLimiter limiter(Rules rules) { return new MyLimiter(rules, clock); }
 * }
 * }</pre>
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES) // only so that a limiter which hangs fails
public abstract class LimiterContract {

  private final List<PermitLimiter> opened = new ArrayList<>();

  /** For subclasses. */
  protected LimiterContract() {}

  /**
   * {@return a new limiter on which every key is full, driven by {@link #clock()}; closed after the
   * test}
   *
   * @param rules which rule each key is under
   */
  protected abstract PermitLimiter limiter(Rules rules);

  /** {@return the clock of this test's limiters, always the same} */
  protected abstract FakeClock clock();

  /**
   * Blocks until that many calls of {@code acquire} and {@code acquireAsync} wait. By default until
   * as many tasks are scheduled on the clock; override it where a limiter schedules other tasks.
   *
   * @param callers how many
   * @throws InterruptedException if interrupted meanwhile
   */
  protected void awaitWaiting(int callers) throws InterruptedException {
    clock().awaitTasks(callers);
  }

  /**
   * {@return whether the limiter's decisions stand in for a store that cannot be asked: by default
   * not}
   */
  protected boolean degraded() {
    return false;
  }

  /** {@return the kinds of limit that the limiter knows: by default all} */
  protected Set<LimitKind> kinds() {
    return EnumSet.allOf(LimitKind.class);
  }

  final PermitLimiter open(Rules rules) {
    PermitLimiter limiter = limiter(rules);
    opened.add(limiter);
    return limiter;
  }

  final PermitLimiter open(Limit limit) {
    return open(Rules.all(limit));
  }

  @AfterEach
  final void closeAll() {
    opened.forEach(PermitLimiter::close);
  }

  @Nested
  class Deciding extends DecidingContract {
    Deciding() {
      super(LimiterContract.this);
    }
  }

  @Nested
  class Histories extends HistoryContract {
    Histories() {
      super(LimiterContract.this);
    }
  }

  @Nested
  class Amounts extends AmountContract {
    Amounts() {
      super(LimiterContract.this);
    }
  }

  @Nested
  class SeveralKeys extends SeveralKeysContract {
    SeveralKeys() {
      super(LimiterContract.this);
    }
  }

  @Nested
  class Kinds extends KindsContract {
    Kinds() {
      super(LimiterContract.this);
    }
  }

  @Nested
  class ChoosingRules extends RulesContract {
    ChoosingRules() {
      super(LimiterContract.this);
    }
  }

  @Nested
  class Reserving extends ReservingContract {
    Reserving() {
      super(LimiterContract.this);
    }
  }

  @Nested
  class Acquiring extends AcquiringContract {
    Acquiring() {
      super(LimiterContract.this);
    }
  }

  @Nested
  class Closing extends ClosingContract {
    Closing() {
      super(LimiterContract.this);
    }
  }

  @Nested
  class ManyThreads extends ThreadsContract {
    ManyThreads() {
      super(LimiterContract.this);
    }
  }
}
