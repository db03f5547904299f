package dev.ratelimit.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ratelimit.benchmarks.compare.Effort;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ArgumentsTest {

  @Test
  void noOption_meansEverythingInFull() {
    Arguments arguments = Arguments.of(List.of());

    assertThat(arguments).isEqualTo(new Arguments(Effort.FULL, Optional.empty(), ""));
  }

  @Test
  void options_areReadInAnyOrder() {
    Arguments arguments =
        Arguments.of(List.of("--only", "zipf", "--json", "report.json", "--quick"));

    assertThat(arguments)
        .isEqualTo(new Arguments(Effort.QUICK, Optional.of(Path.of("report.json")), "zipf"));
  }

  @Test
  void unknownOption_isNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Arguments.of(List.of("--fast")))
        .withMessage("no such option: --fast");
  }

  @Test
  void missingValue_isReported() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Arguments.of(List.of("--json")))
        .withMessage("--json needs a value");
  }
}
