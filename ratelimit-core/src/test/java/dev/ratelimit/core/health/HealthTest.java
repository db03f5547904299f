package dev.ratelimit.core.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.core.health.Health.Signal;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HealthTest {

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # state,  TRIPPED,  PROBE_DUE, ANSWERED, FAILED
          HEALTHY,  DEGRADED, HEALTHY,   HEALTHY,  HEALTHY
          DEGRADED, DEGRADED, PROBING,   DEGRADED, DEGRADED
          PROBING,  PROBING,  PROBING,   HEALTHY,  DEGRADED
          """)
  void everySignalInEveryState_leadsWhereTheTableSays(
      Health state, Health tripped, Health probeDue, Health answered, Health failed) {
    assertThat(Stream.of(Signal.values()).map(state::after))
        .containsExactly(tripped, probeDue, answered, failed);
  }

  @Test
  void table_hasEveryStateAndSignal() {
    assertThat(Health.values()).containsExactly(Health.HEALTHY, Health.DEGRADED, Health.PROBING);
    assertThat(Signal.values())
        .containsExactly(Signal.TRIPPED, Signal.PROBE_DUE, Signal.ANSWERED, Signal.FAILED);
  }
}
