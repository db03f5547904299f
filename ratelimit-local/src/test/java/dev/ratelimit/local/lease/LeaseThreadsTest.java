package dev.ratelimit.local.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Origin;
import dev.ratelimit.core.store.LeaseId;
import dev.ratelimit.core.store.LeasedPermits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that spend what others seal: each permit is spent, returned or told of once. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // only so that a hang fails
class LeaseThreadsTest {

  private static final int SPENDERS = 3;

  private final ExecutorService threads = Executors.newFixedThreadPool(SPENDERS);

  @AfterEach
  void end() {
    threads.shutdown();
  }

  /** Runs work on all threads, and that of this one beside it. */
  private void race(Runnable spender, Runnable other) {
    Phaser start = new Phaser(SPENDERS + 1);
    List<CompletableFuture<Void>> running = new ArrayList<>();
    for (int i = 0; i < SPENDERS; i++) {
      running.add(
          CompletableFuture.runAsync(
              () -> {
                start.arriveAndAwaitAdvance();
                spender.run();
              },
              threads));
    }
    start.arriveAndAwaitAdvance();
    other.run();
    running.forEach(CompletableFuture::join);
  }

  private static long sum(List<LeasedPermits> permits) {
    return permits.stream().mapToLong(LeasedPermits::permits).sum();
  }

  @Test
  void handThatIsSealed_losesAndGainsNothing() {
    LeaseTerms terms = LeaseTerms.of(Instance.RULE);
    for (int round = 0; round < 3_000; round++) {
      Hand hand = new Hand();
      hand.add(new Lease(new LeaseId(0, 1), 60, Long.MAX_VALUE, 0));
      hand.add(new Lease(new LeaseId(0, 2), 60, Long.MAX_VALUE, 0));
      LongAdder allowed = new LongAdder();
      LongAdder told = new LongAdder();
      AtomicBoolean sealed = new AtomicBoolean();

      race(
          () -> {
            while (hand.spend(terms, 3, 0) != null) {
              boolean late = sealed.get();
              allowed.add(3);
              assertThat(late && hand.spend(terms, 3, 0) != null).isFalse();
            }
          },
          () -> {
            told.add(sum(hand.takeSpent()));
            hand.sealAll();
            sealed.set(true);
          });
      told.add(sum(hand.takeSpent()));

      assertThat(told.sum()).isEqualTo(allowed.sum());
      assertThat(sum(hand.takeReturns())).isEqualTo(120 - allowed.sum());
      assertThat(hand.spend(terms, 1, 0)).isNull();
      assertThat(hand.spentEver()).isEqualTo(allowed.sum());
    }
  }

  @Test
  void permitsThatAreTakenBack_areSpentOrReturnedOnce() {
    LeaseTerms terms = LeaseTerms.of(Instance.RULE);
    for (int round = 0; round < 2_000; round++) {
      Hand hand = new Hand();
      hand.add(new Lease(new LeaseId(0, 1), 50, Long.MAX_VALUE, 0));
      LongAdder net = new LongAdder();

      race(
          () -> {
            for (int i = 0; i < 20 && hand.spend(terms, 2, 0) != null; i++) {
              net.add(2);
            }
          },
          () -> {
            for (int i = 0; i < 10; i++) {
              net.add(hand.unspend(4) ? -4 : 0);
            }
            hand.sealAll();
          });

      assertThat(sum(hand.takeSpent())).isEqualTo(net.sum());
      assertThat(sum(hand.takeReturns())).isEqualTo(50 - net.sum());
    }
  }

  @Test
  void layerThatIsClosed_hasSpentOrReturnedEachPermitItLeased() {
    for (int round = 0; round < 300; round++) {
      Instance instance = new Instance();
      instance.heat(40);
      LongAdder leased = new LongAdder();

      race(
          () -> {
            for (int i = 0; i < 100; i++) {
              Decision decision = instance.check(1 + i % 3);
              if (decision.allowed() && decision.origin() == Origin.LEASE) {
                leased.add(1 + i % 3);
              }
              assertThat(decision.remaining()).isBetween(0L, 1_000L);
            }
          },
          () -> {
            while (instance.store.granted() == 0) {
              Thread.onSpinWait();
            }
            instance.layer.close();
          });
      instance.layer.reset("key", Instance.RULE, instance.clock.micros());
      instance.clock.advanceMicros(Instance.TERM_MICROS);

      assertThat(instance.store.granted()).isEqualTo(leased.sum() + instance.store.returned());
    }
  }

  @Test
  void keysThatAreEvicted_haveSpentOrReturnedEachPermitTheyLeased() {
    for (int round = 0; round < 100; round++) {
      Instance instance = new Instance(Instance.leasing(2));
      LongAdder leased = new LongAdder();

      race(
          () -> {
            for (int i = 0; i < 300; i++) {
              Decision decision =
                  instance.layer.check(
                      "key " + i / 7 % 5, Instance.RULE, 2, instance.clock.micros());
              if (decision.allowed() && decision.origin() == Origin.LEASE) {
                leased.add(2);
              }
            }
          },
          () -> instance.layer.reset("key 0", Instance.RULE, instance.clock.micros()));
      instance.layer.close();

      assertThat(instance.store.granted()).isEqualTo(leased.sum() + instance.store.returned());
    }
  }
}
