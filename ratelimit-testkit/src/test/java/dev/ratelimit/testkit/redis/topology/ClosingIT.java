package dev.ratelimit.testkit.redis.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.testkit.redis.RedisServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClosingIT {

  @Test
  void setUpThatFails_leavesNoServer() {
    List<Traces> traces = new ArrayList<>();

    assertThatThrownBy(
            () -> {
              try (Closing closing = new Closing()) {
                traces.add(Traces.of(List.of(closing.start())));
                closing.start("no-such-setting 1");
              }
            })
        .isInstanceOf(IllegalStateException.class);

    traces.get(0).assertAreGone();
  }

  @Test
  void setUpThatIsComplete_isAnothersToClose() {
    RedisServer server;
    try (Closing closing = new Closing()) {
      server = closing.start();
      closing.complete();
    }

    assertThat(server.isRunning()).isTrue();
    server.close();
  }
}
