package dev.ratelimit.redis.watch;

import dev.ratelimit.LimiterListener;
import dev.ratelimit.core.GuardedListener;
import dev.ratelimit.redis.link.Link;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Looks at all masters whenever there is reason to: one may have been started anew. Thread-safe.
 */
public final class ServerWatch {

  private final Link link;
  private final LimiterListener listener;
  private final ConcurrentMap<String, MasterWatch> masters = new ConcurrentHashMap<>();

  public ServerWatch(Link link, LimiterListener listener) {
    this.link = link;
    this.listener = GuardedListener.of(listener);
  }

  /** Asks, and waits for no answer. A server that is no master meanwhile is forgotten. */
  public void look() {
    List<String> present = link.masters();
    masters.keySet().retainAll(present);
    present.forEach(master -> watchOf(master).look());
  }

  private MasterWatch watchOf(String master) {
    return masters.computeIfAbsent(master, name -> new MasterWatch(link, name, listener));
  }
}
