package dev.ratelimit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** All YAML that the documents show, or that lies beside them, can be read. */
class DocumentedYamlTest {

  static Stream<String> shown() {
    return Stream.concat(
        Documents.shown("yaml").map(CodeBlock::code),
        Documents.files(Documents.ROOT.resolve("docs"), ".yaml").map(Documents::text));
  }

  static Yaml reader() {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    return new Yaml(new SafeConstructor(options));
  }

  @ParameterizedTest
  @MethodSource("shown")
  void yaml_canBeRead(String yaml) {
    Object read = reader().load(yaml);

    assertThat(read).isNotNull();
  }
}
