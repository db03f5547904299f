package dev.ratelimit.testkit.redis.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NodeViewTest {

  private static NodeView of(String line) {
    return NodeView.all(line + "\n").get(0);
  }

  @Test
  void master_servesItsRangesButNotWhatMoves() {
    NodeView view =
        of("aa 127.0.0.1:1@10001 myself,master - 0 0 1 connected 0-2 7 [9->-bb] [10-<-bb]");

    assertThat(view.id()).isEqualTo("aa");
    assertThat(view.isMaster()).isTrue();
    assertThat(view.isWell()).isTrue();
    assertThat(view.hashSlots()).hasToString("{0, 1, 2, 7}");
  }

  @Test
  void replica_namesItsMaster() {
    NodeView view = of("bb 127.0.0.1:2@10002,host slave aa 0 1 1 connected");

    assertThat(view.isMaster()).isFalse();
    assertThat(view.masterId()).isEqualTo("aa");
    assertThat(view.hashSlots().isEmpty()).isTrue();
  }

  @Test
  void nodeThatIsSuspectedOrStrange_isNotWell() {
    for (String flag : List.of("fail?", "fail", "handshake", "noaddr")) {
      assertThat(of("aa 127.0.0.1:1@10001 master,%s - 0 0 1 connected".formatted(flag)).isWell())
          .as(flag)
          .isFalse();
    }
  }

  @Test
  void masterThatIsGivenUp_isNone() {
    assertThat(of("aa 127.0.0.1:1@10001 master,fail? - 0 0 1 connected").isMaster()).isTrue();
    assertThat(of("aa 127.0.0.1:1@10001 master,fail - 0 0 1 connected").isMaster()).isFalse();
  }
}
