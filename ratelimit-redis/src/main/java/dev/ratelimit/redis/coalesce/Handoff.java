package dev.ratelimit.redis.coalesce;

import dev.ratelimit.Cancellable;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.Completer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets the executor complete futures, many by one hand-off. If a callback blocks, another of its
 * threads takes over the rest.
 *
 * <p>Thread-safe.
 */
final class Handoff {

  private static final Duration PATIENCE = Duration.ofMillis(1);

  private final Completer completer;
  private final TimeSource time;

  Handoff(Completer completer, TimeSource time) {
    this.completer = completer;
    this.time = time;
  }

  /** Tells direct callers at once, and has the executor tell all others. */
  void deliver(List<Delivery> deliveries) {
    List<Delivery> rest = new ArrayList<>(deliveries.size());
    for (Delivery delivery : deliveries) {
      if (delivery.ask().caller().direct()) {
        delivery.complete();
      } else {
        rest.add(delivery);
      }
    }
    if (!rest.isEmpty()) {
      new Rest(rest).begin();
    }
  }

  /** What has not been run yet. */
  private final class Rest implements Runnable {

    private final List<Delivery> deliveries;
    private final AtomicInteger next = new AtomicInteger();
    private volatile Cancellable help = () -> false;

    Rest(List<Delivery> deliveries) {
      this.deliveries = deliveries;
    }

    void begin() {
      try {
        if (deliveries.size() > 1) {
          awaitHelp();
        }
      } finally {
        completer.run(this);
      }
    }

    @Override
    public void run() {
      int mine = next.getAndIncrement();
      while (mine < deliveries.size()) {
        deliveries.get(mine).complete();
        mine = next.getAndIncrement();
      }
      help.cancel();
    }

    private void awaitHelp() {
      help = time.schedule(PATIENCE, this::sendHelp);
      if (next.get() >= deliveries.size()) {
        help.cancel();
      }
    }

    private void sendHelp() {
      if (next.get() < deliveries.size()) {
        awaitHelp();
        completer.run(this);
      }
    }
  }
}
