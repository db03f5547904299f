package dev.ratelimit.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.Taken;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The asynchronous forms of a store that never blocks. */
class StoreDefaultsTest {

  private static final Rule RULE = Rule.of(Limit.perSecond(10));

  private final MemoryStore store = new MemoryStore();

  @Test
  void asyncForms_areTheSynchronousOnes() {
    CompletableFuture<Decision> check = store.checkAsync("key", RULE, 1, 5);
    CompletableFuture<Held> reserve = store.reserveAsync("key", RULE, new Hold(2, 0), 5);
    CompletableFuture<Taken> take = store.takeAsync("key", RULE, 3, 5);
    CompletableFuture<Decision> refund = store.refundAsync("key", RULE, 4, 5);

    assertThat(check.getNow(null).remaining()).isEqualTo(9);
    assertThat(reserve.getNow(null).decision().remaining()).isEqualTo(7);
    assertThat(take.getNow(null).granted()).isEqualTo(3);
    assertThat(refund.getNow(null).remaining()).isEqualTo(8);
  }
}
