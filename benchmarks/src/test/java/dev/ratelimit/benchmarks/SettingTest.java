package dev.ratelimit.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import org.junit.jupiter.api.Test;

class SettingTest {

  @Test
  void libraries_areReadOffTheClassPath() {
    String classPath =
        String.join(
            File.pathSeparator,
            "target/classes",
            "repository/redisson-4.3.0.jar",
            "repository/gson-2.15.0.jar",
            "repository/lettuce-core-7.7.0.RELEASE.jar");

    assertThat(Setting.libraries(classPath))
        .isEqualTo("lettuce-core 7.7.0.RELEASE, redisson 4.3.0");
  }
}
