package dev.ratelimit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** For each fault that was measured there is something to do. */
class RunbookTest {

  private static final Pattern FAULT = Pattern.compile("(?m)^- `([-\\w]+)`: ");

  static List<String> faults() {
    String page = Documents.text(Documents.ROOT.resolve("docs/reliability.md"));
    return FAULT
        .matcher(page.substring(page.indexOf("**Faults.**")))
        .results()
        .map((MatchResult fault) -> fault.group(1))
        .filter(fault -> !fault.equals("none"))
        .toList();
  }

  @Test
  void faults_areMany() {
    assertThat(faults()).hasSizeGreaterThan(15);
  }

  @ParameterizedTest
  @MethodSource("faults")
  void fault_standsAboveAPartOfTheRunbook(String fault) {
    String page = Documents.text(Documents.ROOT.resolve("docs/operations.md"));
    String runbook = page.substring(page.indexOf("## Runbook"));

    assertThat(runbook).containsPattern("(?m)^### .*\\n\\n`.*" + Pattern.quote(fault) + "`");
  }
}
