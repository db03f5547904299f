package dev.ratelimit.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.redis.limits.Scripts;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScriptTest {

  private static final Scripts SHIPPED = Scripts.shipped();
  private static final List<Script> ALL =
      List.of(
          SHIPPED.tokenBucket(),
          SHIPPED.fixedWindow(),
          SHIPPED.slidingWindow(),
          SHIPPED.slidingLog(),
          SHIPPED.allOf(),
          Script.probe(),
          Script.members());

  @Test
  void digest_isTheSha1OfTheText() {
    assertThat(Script.ofText("return 1").digest())
        .isEqualTo("e0e1f9fabfc9d4800c877a703b823ac0578ff8db");
  }

  @Test
  void scripts_readTheTimeOnceAndSetTheExpiryOnOneLine() {
    for (Script script : ALL) {
      assertThat(code(script).filter(line -> line.contains("'TIME'"))).hasSize(1);
      assertThat(code(script).filter(line -> line.contains("'SET'")))
          .containsExactly("call('SET', key, value, 'PX', live_ms)");
    }
  }

  @Test
  void scripts_neverTurnNumbersIntoShortText() {
    for (Script script : ALL) {
      assertThat(code(script)).noneMatch(line -> line.contains("tostring"));
    }
  }

  @Test
  void scripts_areAscii() {
    for (Script script : ALL) {
      assertThat(script.bytes()).hasSize(script.text().length());
    }
  }

  private static Stream<String> code(Script script) {
    return script.text().lines().map(String::strip).filter(line -> !line.startsWith("--"));
  }
}
