package dev.ratelimit.redis.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Of nodes that answer when a test says so. */
class TopologyViewsTest {

  private static final RedisURI A = RedisURI.create("redis://a:1");
  private static final RedisURI B = RedisURI.create("redis://b:2");
  private static final RedisURI C = RedisURI.create("redis://c:3");

  private final Map<RedisURI, CompletableFuture<Map<RedisURI, Partitions>>> asked = new HashMap<>();
  private final TopologyViews views =
      new TopologyViews(
          (nodes, timeout, discovery) -> {
            CompletableFuture<Map<RedisURI, Partitions>> answer = new CompletableFuture<>();
            nodes.forEach(node -> asked.put(node, answer));
            return answer;
          });

  private CompletableFuture<Map<RedisURI, Partitions>> load(RedisURI... nodes) {
    return views.loadViews(List.of(nodes), Duration.ofSeconds(1), true).toCompletableFuture();
  }

  private void answer(RedisURI node, int slots) {
    Partitions view = new Partitions();
    RedisClusterNode only = RedisClusterNode.of("only");
    only.setSlots(IntStream.range(0, slots).boxed().toList());
    view.add(only);
    asked.get(node).complete(Map.of(node, view));
  }

  private void fail(RedisURI node, Throwable failure) {
    asked.get(node).completeExceptionally(failure);
  }

  @Test
  void firstViewOfAllSlots_isEnoughToBeginWith() {
    CompletableFuture<Map<RedisURI, Partitions>> load = load(A, B, C);

    answer(B, SlotHash.SLOT_COUNT);

    assertThat(load.join()).containsOnlyKeys(B);
  }

  @Test
  void nodeThatKnowsNoCluster_isNotBelievedBeforeTheOthersHaveSpoken() {
    CompletableFuture<Map<RedisURI, Partitions>> load = load(A, B, C);

    answer(A, 0);
    answer(B, SlotHash.SLOT_COUNT - 1);
    assertThat(load).isNotDone();
    fail(C, new RedisException("away"));

    assertThat(load.join()).containsOnlyKeys(A, B);
  }

  @Test
  void laterOn_mostNodesAreHeard() {
    CompletableFuture<Map<RedisURI, Partitions>> first = load(A);
    answer(A, SlotHash.SLOT_COUNT);
    assertThat(first).isDone();
    CompletableFuture<Map<RedisURI, Partitions>> load = load(A, B, C);

    answer(B, SlotHash.SLOT_COUNT);
    assertThat(load).isNotDone();
    answer(C, SlotHash.SLOT_COUNT);

    assertThat(load.join()).containsOnlyKeys(B, C);
  }

  @Test
  void sameNodeTwice_isAskedOnce() {
    CompletableFuture<Map<RedisURI, Partitions>> load = load(A, A);

    answer(A, 0);

    assertThat(load.join()).containsOnlyKeys(A);
  }

  @Test
  void failureOfAll_isThatOfTheFirstAndTellsOfTheOthers() {
    CompletableFuture<Map<RedisURI, Partitions>> load = load(A, B);
    RedisException first = new RedisException("first");
    RedisException second = new RedisException("second");

    fail(B, first);
    fail(A, new CompletionException(second));

    assertThat(load.handle((done, failure) -> failure).join())
        .isSameAs(first)
        .hasSuppressedException(second);
  }

  @Test
  void end_isThereWhenNoNodeIsAskedAnyMore() {
    CompletableFuture<Map<RedisURI, Partitions>> load = load(A, B);
    answer(A, SlotHash.SLOT_COUNT);

    CompletableFuture<?> end = views.end().toCompletableFuture();

    assertThat(load).isDone();
    assertThat(end).isNotDone();
    fail(B, new RedisException("closed"));
    assertThat(end).isDone();
  }

  @Test
  void afterTheEnd_noNodeIsAsked() {
    assertThat(views.end().toCompletableFuture()).isDone();

    assertThat(load(A)).isNotDone();

    assertThat(asked).isEmpty();
  }
}
