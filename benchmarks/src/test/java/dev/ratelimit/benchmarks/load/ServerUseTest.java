package dev.ratelimit.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.benchmarks.compare.Metric;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerUseTest {

  private static final Map<String, String> NETWORK =
      Map.of("total_net_input_bytes", "700", "total_net_output_bytes", "300");

  @Test
  void scripts_areCountedHoweverTheyWereCalled() {
    ServerUse use =
        ServerUse.of(
            Map.of("used_cpu_sys", "1.5", "used_cpu_user", "0.25"),
            Map.of(
                "cmdstat_evalsha", "calls=40,usec=7,usec_per_call=0.1",
                "cmdstat_eval", "calls=2,usec=9",
                "cmdstat_ping", "calls=100,usec=1"),
            NETWORK);

    assertThat(use).isEqualTo(new ServerUse(1.75, 42, 700, 300));
  }

  @Test
  void stretch_isWhatWasSpentInBetween() {
    ServerUse before = new ServerUse(1.5, 10, 100, 1_000);

    assertThat(new ServerUse(2, 30, 350, 1_070).since(before))
        .isEqualTo(new ServerUse(0.5, 20, 250, 70));
  }

  @Test
  void use_isSharedOutAmongChecks() {
    assertThat(new ServerUse(0.001, 20, 250, 70).perCheck(100))
        .isEqualTo(
            Map.of(
                Metric.SERVER_CPU, 10_000.0,
                Metric.SCRIPT_CALLS, 0.2,
                Metric.RECEIVED, 2.5,
                Metric.SENT, 0.7));
  }

  @Test
  void serverThatRanNoScript_hasNoneToItsName() {
    ServerUse use =
        ServerUse.of(Map.of("used_cpu_sys", "0", "used_cpu_user", "0"), Map.of(), NETWORK);

    assertThat(use.scriptCalls()).isZero();
  }
}
