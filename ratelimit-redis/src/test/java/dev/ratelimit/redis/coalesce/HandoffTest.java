package dev.ratelimit.redis.coalesce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.StoreException;
import dev.ratelimit.core.Completer;
import dev.ratelimit.redis.limits.Scripts;
import dev.ratelimit.redis.protocol.Group;
import dev.ratelimit.testkit.FakeClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HandoffTest {

  private final FakeClock clock = FakeClock.atEpoch();
  private final Queue<Runnable> handed = new ArrayDeque<>();
  private final Handoff handoff = new Handoff(new Completer(handed::add), clock);
  private final List<Integer> told = new ArrayList<>();

  /** Runs something when it is told. */
  private static final class Telling extends Ask {

    private final Runnable telling;

    Telling(boolean blocks, Runnable telling) {
      super(
          new Group(Scripts.shipped().terms(Limit.perSecond(1)), "key", List.of()),
          new byte[0],
          new Caller(0, blocks));
      this.telling = telling;
    }

    @Override
    void answered(Answers by) {
      throw new AssertionError("failed deliveries only");
    }

    @Override
    void failed(StoreException failure) {
      telling.run();
    }
  }

  private static Delivery delivery(boolean blocks, Runnable telling) {
    return Delivery.failed(
        new Telling(blocks, telling),
        new StoreException("away", null, StoreException.Charge.NONE, Duration.ZERO));
  }

  private Delivery delivery(int number, boolean blocks) {
    return delivery(blocks, () -> told.add(number));
  }

  private List<Delivery> deliveries(int count) {
    return IntStream.range(0, count).mapToObj(i -> delivery(i, false)).toList();
  }

  @Test
  void callersThatBlock_areToldAtOnce() {
    handoff.deliver(List.of(delivery(1, true), delivery(2, false), delivery(3, true)));

    assertThat(told).containsExactly(1, 3);
    assertThat(handed).hasSize(1);
  }

  @Test
  void others_areToldByOneHandOffInTheirOrder() {
    handoff.deliver(deliveries(10));

    assertThat(handed).hasSize(1);
    handed.remove().run();

    assertThat(told).isEqualTo(IntStream.range(0, 10).boxed().toList());
    assertThat(clock.pendingTasks()).isZero();
  }

  @Test
  void callbackThatBlocks_leavesTheRestToAnotherThread() {
    List<Delivery> deliveries = new ArrayList<>(deliveries(3));
    // While this one blocks, a millisecond passes, and the executor is handed the rest.
    Delivery blocking =
        delivery(
            false,
            () -> {
              clock.advance(Duration.ofMillis(1));
              handed.remove().run();
              told.add(99);
            });
    deliveries.add(0, blocking);
    handoff.deliver(deliveries);

    handed.remove().run();

    assertThat(told).containsExactly(0, 1, 2, 99);
    assertThat(clock.pendingTasks()).isZero();
  }

  @Test
  void nothingToTell_isHandedToNobody() {
    handoff.deliver(List.of());

    assertThat(handed).isEmpty();
    assertThat(clock.pendingTasks()).isZero();
  }
}
