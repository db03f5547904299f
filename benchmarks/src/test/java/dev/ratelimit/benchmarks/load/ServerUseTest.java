package dev.ratelimit.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerUseTest {

  @Test
  void scripts_areCountedHoweverTheyWereCalled() {
    ServerUse use =
        ServerUse.of(
            Map.of("used_cpu_sys", "1.5", "used_cpu_user", "0.25"),
            Map.of(
                "cmdstat_evalsha", "calls=40,usec=7,usec_per_call=0.1",
                "cmdstat_eval", "calls=2,usec=9",
                "cmdstat_ping", "calls=100,usec=1"));

    assertThat(use).isEqualTo(new ServerUse(1.75, 42));
  }

  @Test
  void stretch_isWhatWasSpentInBetween() {
    ServerUse before = new ServerUse(1.5, 10);

    assertThat(new ServerUse(2, 30).since(before)).isEqualTo(new ServerUse(0.5, 20));
  }

  @Test
  void serverThatRanNoScript_hasNoneToItsName() {
    ServerUse use = ServerUse.of(Map.of("used_cpu_sys", "0", "used_cpu_user", "0"), Map.of());

    assertThat(use.scriptCalls()).isZero();
  }
}
