package dev.ratelimit.redis.link;

import dev.ratelimit.redis.driver.RedisError;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.topology.ClusterTopologyRefresh;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Asks the nodes of a cluster how they see it, each by itself: one that hangs keeps nobody from
 * hearing of the others.
 *
 * <p>Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // each has a callback that hears of failures
final class TopologyViews implements ClusterTopologyRefresh {

  /*
   * The driver asks all nodes, then all that it has heard of, and waits for every one of them. A
   * node that hangs is waited for until its timeouts have passed, which are longer than a start may
   * take. Here the first view in which somebody has each hash slot is enough to begin with: a node
   * that does not have a key says which has. Later, when a view is to tell what has changed, most
   * nodes are heard.
   */
  private final ClusterTopologyRefresh driver;
  private final CompletableFuture<Boolean> quiet = new CompletableFuture<>();
  private int underWay; // guarded by this
  private volatile boolean known; // whether there has been a view
  private boolean ended; // guarded by this

  TopologyViews(ClusterTopologyRefresh driver) {
    this.driver = driver;
  }

  /** {@return the views of enough nodes; once this has ended never done, which nobody hears of} */
  @Override
  public CompletionStage<Map<RedisURI, Partitions>> loadViews(
      Iterable<RedisURI> nodes, Duration connectTimeout, boolean discovery) {
    Set<RedisURI> asked = new LinkedHashSet<>();
    nodes.forEach(asked::add);
    Gathering gathering = new Gathering(asked.size());
    for (RedisURI node : asked) {
      look(node, connectTimeout, gathering);
    }
    return gathering.enough;
  }

  private synchronized void look(RedisURI node, Duration connectTimeout, Gathering gathering) {
    if (!ended) {
      CompletionStage<Map<RedisURI, Partitions>> look =
          driver.loadViews(List.of(node), connectTimeout, false);
      underWay++;
      look.whenComplete(gathering::heard).whenComplete((view, failure) -> looked());
    }
  }

  private synchronized void looked() {
    underWay--;
    tellIfQuiet();
  }

  /** {@return done when no node is asked any more, nor will be} */
  synchronized CompletionStage<?> end() {
    ended = true;
    tellIfQuiet();
    return quiet;
  }

  private void tellIfQuiet() {
    if (ended && underWay == 0) {
      quiet.complete(true);
    }
  }

  /** What the nodes that are asked at one time say. */
  private final class Gathering {

    private final CompletableFuture<Map<RedisURI, Partitions>> enough = new CompletableFuture<>();
    private final Map<RedisURI, Partitions> views = new HashMap<>(); // guarded by this
    private final int asked;
    private int answers; // guarded by this: failures, too
    private @Nullable Throwable failure; // guarded by this: the first, and in it the others

    Gathering(int asked) {
      this.asked = asked;
    }

    private void heard(@Nullable Map<RedisURI, Partitions> view, @Nullable Throwable failed) {
      if (!isEnoughWith(view, failed)) {
        return;
      }
      @Nullable Throwable why = failureOfAll();
      if (why == null) {
        known = true;
        enough.complete(views());
      } else {
        enough.completeExceptionally(why);
      }
    }

    private synchronized boolean isEnoughWith(
        @Nullable Map<RedisURI, Partitions> view, @Nullable Throwable failed) {
      answers++;
      if (failed != null) {
        keep(RedisError.unwrapped(failed));
      } else if (view != null) {
        views.putAll(view);
      }
      boolean isOfSome = known ? 2 * views.size() > asked : hasAllSlots(view);
      return isOfSome || answers == asked;
    }

    private static boolean hasAllSlots(@Nullable Map<RedisURI, Partitions> view) {
      return view != null
          && view.values().stream()
              .anyMatch(
                  nodes ->
                      nodes.stream().mapToInt(node -> node.getSlots().size()).sum()
                          == SlotHash.SLOT_COUNT);
    }

    private void keep(Throwable failed) {
      if (failure == null) {
        failure = failed;
      } else if (failure != failed) {
        failure.addSuppressed(failed);
      }
    }

    private synchronized @Nullable Throwable failureOfAll() {
      return views.isEmpty() ? failure : null;
    }

    private synchronized Map<RedisURI, Partitions> views() {
      return Map.copyOf(views);
    }
  }
}
