package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import dev.ratelimit.testkit.vectors.TimedStore;
import dev.ratelimit.testkit.vectors.VectorReport;
import dev.ratelimit.testkit.vectors.VectorRunner;
import dev.ratelimit.testkit.vectors.VectorTarget;
import dev.ratelimit.testkit.vectors.Vectors;
import org.junit.jupiter.api.Test;

@RedisTest
class RedisConformanceIT {

  @Test
  void everyStepOfEveryFile_isAnsweredAsTheFilesSay(RedisServer redis) {
    try (HandClockStore store = HandClockStore.ofCallers(redis)) {
      VectorTarget target =
          VectorTarget.of("redis", micros -> TimedStore.of(store).keptOpen())
              .withLeases()
              .withClockBackwards();

      for (String name : Vectors.bundledNames()) {
        VectorReport report = VectorRunner.over(target).run(Vectors.bundled(name));

        report.assertRight();
        assertThat(report.counts().leftOut()).isEmpty();
      }
    }
  }
}
