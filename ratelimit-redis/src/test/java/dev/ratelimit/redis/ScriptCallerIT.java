package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import dev.ratelimit.testkit.redis.Sharing;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a caller does next finds its last call counted. */
@RedisTest(Sharing.OWN)
class ScriptCallerIT {

  private RedisServer redis;
  private Rig rig;

  @BeforeEach
  void open(RedisServer server) {
    redis = server;
    rig = Rig.over(server.uri());
  }

  @AfterEach
  void close() {
    rig.close();
  }

  private void fail() {
    CompletableFuture<Object> call = rig.caller().probe();
    rig.clock.advance(Rig.DEADLINE);
    assertThat(call).isCompletedExceptionally();
  }

  @Test
  void failuresRightAfterASuccess_areCountedAfterIt() throws InterruptedException {
    rig.heard.awaitAnswered(2); // the rig's own
    redis.pause();
    CompletableFuture<Void> failures =
        rig.caller()
            .probe()
            .thenRun(
                () -> {
                  redis.pause();
                  fail();
                  fail();
                });
    redis.resume();
    failures.join();
    rig.heard.awaitAnswered(1);

    fail();

    assertThat(rig.caller().isHealthy()).isFalse();
  }

  @Test
  void failureThatOpensTheBreaker_isToldWhenItIsOpen() {
    redis.pause();
    fail();
    fail();
    CompletableFuture<Boolean> healthy =
        rig.caller().probe().handle((reply, failure) -> rig.caller().isHealthy());

    rig.clock.advance(Rig.DEADLINE);

    assertThat(healthy.join()).isFalse();
  }
}
