package dev.ratelimit.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.vectors.TimedStore;
import dev.ratelimit.testkit.vectors.VectorReport;
import dev.ratelimit.testkit.vectors.VectorRunner;
import dev.ratelimit.testkit.vectors.VectorTarget;
import dev.ratelimit.testkit.vectors.Vectors;
import org.junit.jupiter.api.Test;

class LocalConformanceTest {

  @Test
  void everyStepOfEveryKnownLimit_isAnsweredAsTheFileSays() {
    VectorTarget local = VectorTarget.of("local", LocalConformanceTest::store);

    VectorReport report = VectorRunner.over(local).run(Vectors.bundled("vectors.jsonl"));

    report.assertRight();
    assertThat(report.counts().leftOut().keySet())
        .allSatisfy(reason -> assertThat(reason).startsWith("limit "));
  }

  private static TimedStore store(long micros) {
    FakeClock clock = FakeClock.atMicros(micros);
    return TimedStore.of(LocalStore.builder().timeSource(clock).build(), clock::advanceToMicros);
  }
}
