package dev.ratelimit.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ratelimit.benchmarks.compare.Effort;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ArgumentsTest {

  private static final Path DOCS = Path.of("docs");

  @Test
  void noOption_meansEverythingInFullAndIntoTheDocumentation() {
    Arguments arguments = Arguments.of(DOCS, List.of());

    assertThat(arguments)
        .isEqualTo(new Arguments(Effort.FULL, Optional.empty(), Optional.of(DOCS), ""));
  }

  @Test
  void options_areReadInAnyOrder() {
    Arguments arguments =
        Arguments.of(DOCS, List.of("--only", "zipf", "--json", "report.json", "--quick"));

    assertThat(arguments)
        .isEqualTo(
            new Arguments(
                Effort.QUICK, Optional.of(Path.of("report.json")), Optional.empty(), "zipf"));
  }

  @Test
  void directory_isWrittenToHoweverShortTheRunIs() {
    Arguments arguments = Arguments.of(DOCS, List.of("--smoke", "--docs", "elsewhere"));

    assertThat(arguments.docs()).contains(Path.of("elsewhere"));
  }

  @Test
  void unknownOption_isNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Arguments.of(DOCS, List.of("--fast")))
        .withMessage("no such option: --fast");
  }

  @Test
  void missingValue_isReported() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Arguments.of(DOCS, List.of("--json")))
        .withMessage("--json needs a value");
  }
}
