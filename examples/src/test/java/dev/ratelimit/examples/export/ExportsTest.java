package dev.ratelimit.examples.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.local.LocalLimiter;
import dev.ratelimit.testkit.FakeClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ExportsTest {

  private final FakeClock clock = FakeClock.atEpoch();
  private final Exports exports =
      new Exports(LocalLimiter.builder(Limit.perHour(2)).timeSource(clock).build());

  @Test
  void thirdExport_hasToWaitForHalfAnHour() {
    exports.export("tenant-42");
    exports.export("tenant-42");

    assertThat(exports.export("tenant-42")).isEqualTo("come back in 30 minutes");

    clock.advance(Duration.ofMinutes(30));
    assertThat(exports.export("tenant-42")).isEqualTo("exported, 0 left");
  }

  @Test
  void anotherTenant_isNotConcerned() {
    exports.export("tenant-42");
    exports.export("tenant-42");

    assertThat(exports.export("tenant-7")).isEqualTo("exported, 1 left");
  }
}
