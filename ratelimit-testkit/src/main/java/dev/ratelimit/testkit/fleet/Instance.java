package dev.ratelimit.testkit.fleet;

import dev.ratelimit.Decision;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rules;
import dev.ratelimit.StoreException;
import dev.ratelimit.core.StoreLimiter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.random.RandomGenerator.SplittableGenerator;
import org.jspecify.annotations.Nullable;

/** One instance of the application: a process, which may end and begin anew, and its limiter. */
final class Instance {

  private final int number;
  private final Plan plan;
  private final Surroundings surroundings;
  private final Journal journal;
  private final SplittableGenerator random;
  private final Count count = new Count();
  private Rules rules;
  private Life life;
  private PermitLimiter limiter;
  private long underway; // checks of this life that have not been answered

  Instance(
      int number,
      Plan plan,
      Surroundings surroundings,
      Journal journal,
      SplittableGenerator random) {
    this.number = number;
    this.plan = plan;
    this.surroundings = surroundings;
    this.journal = journal;
    this.random = random;
    this.rules = plan.rules();
    this.life = new Life();
    this.limiter = limiter();
  }

  private PermitLimiter limiter() {
    InstanceClock clock =
        new InstanceClock(surroundings.timeline(), life, plan.skew(number), plan.startMicros());
    NetworkStore store = new NetworkStore(surroundings, life, clock, count);
    StoreLimiter backed = new StoreLimiter(store, key -> rules.ruleFor(key), clock, Runnable::run);
    return plan.limiters().apply(backed, random.split());
  }

  Count count() {
    return count;
  }

  /** {@return whether nothing more is to be expected of it} */
  boolean isSettled() {
    return underway == 0 || !life.isRunning();
  }

  void pause() {
    life.pause();
  }

  void resume() {
    life.resume();
  }

  void kill() {
    life.end();
    underway = 0;
  }

  /** Whoever waits while the limiter closes is never answered. */
  void stop() {
    if (life.isRunning()) {
      Life closing = life;
      life = Life.over();
      limiter.close();
      closing.end();
    }
    kill();
  }

  void restart() {
    kill();
    life = new Life();
    limiter = limiter();
  }

  void follow(Rules newRules) {
    rules = newRules;
  }

  void arrive(Arrival arrival) {
    if (!life.isRunning()) {
      count.missed();
      return;
    }
    count.offered(arrival.cost());
    journal.offered(arrival);
    underway++;
    Life asking = life;
    CompletableFuture<Decision> unused =
        check(arrival)
            .whenComplete(
                (decision, failure) -> {
                  if (life == asking) {
                    underway--;
                    settle(arrival, decision, failure);
                  }
                });
  }

  private CompletableFuture<Decision> check(Arrival arrival) {
    try {
      return limiter.checkAsync(arrival.key(), arrival.cost());
    } catch (StoreException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private void settle(Arrival arrival, @Nullable Decision decision, @Nullable Throwable failure) {
    if (decision != null) {
      count.answered(decision, arrival.cost());
      journal.answered(arrival, decision);
    } else if (cause(failure) instanceof StoreException) {
      count.failed();
    } else {
      journal.broken(cause(failure));
    }
  }

  private static Throwable cause(@Nullable Throwable failure) {
    if (failure == null) {
      return new IllegalStateException("a check was answered by null");
    }
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
