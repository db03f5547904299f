package dev.ratelimit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.examples.Reactor.Artifact;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The parts of a POM that the documents show name modules that there are, and present versions. */
class DocumentedPomTest {

  private static final Reactor REACTOR = Reactor.read();

  static Stream<CodeBlock> shown() {
    return Documents.shown("xml");
  }

  private static List<Artifact> artifacts(CodeBlock block) {
    return Reactor.artifacts(Reactor.parse("<shown>" + block.code() + "</shown>"));
  }

  @Test
  void pages_showHowToDependOnEveryModule() {
    List<String> named =
        shown().flatMap(block -> artifacts(block).stream()).map(Artifact::name).toList();

    assertThat(named).contains("ratelimit-bom", "ratelimit-local", "ratelimit-redis");
  }

  @ParameterizedTest
  @MethodSource("shown")
  void moduleOfOurs_isPublishedInThatVersion(CodeBlock block) {
    assertThat(artifacts(block))
        .filteredOn(artifact -> artifact.group().equals(Reactor.GROUP))
        .allSatisfy(
            artifact -> {
              assertThat(REACTOR.published()).contains(artifact.name());
              assertThat(artifact.version().orElse(REACTOR.version())).isEqualTo(REACTOR.version());
            });
  }

  @ParameterizedTest
  @MethodSource("shown")
  void whatIsOfOthers_isInTheVersionThatTheBuildUses(CodeBlock block) {
    assertThat(artifacts(block))
        .filteredOn(artifact -> !artifact.group().equals(Reactor.GROUP))
        .allSatisfy(
            artifact ->
                assertThat(artifact.version())
                    .as(artifact.name())
                    .isPresent()
                    .isEqualTo(REACTOR.versionOf(artifact.name())));
  }
}
