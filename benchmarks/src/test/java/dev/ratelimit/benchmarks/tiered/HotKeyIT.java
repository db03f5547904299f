package dev.ratelimit.benchmarks.tiered;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Origin;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HotKeyIT {

  @ParameterizedTest
  @CsvSource({"LOCAL, LOCAL", "LEASED, LEASE", "DEGRADED, FALLBACK", "DENY_LINE, DENY_LINE"})
  void answers_comeInTheWayThatIsMeasured(HotKey path, Origin origin) {
    HotKey.Opened opened = path.open();

    assertThat(Stream.generate(opened.check()).limit(100))
        .extracting(answer -> ((Decision) answer).origin())
        .contains(origin);
    opened.close().run();
  }

  @ParameterizedTest
  @CsvSource({"BUCKET4J_DELAYING", "PLAIN_SCRIPT"})
  void peers_allow(HotKey path) {
    HotKey.Opened opened = path.open();

    assertThat(opened.check().get()).isEqualTo(true);
    opened.close().run();
  }
}
