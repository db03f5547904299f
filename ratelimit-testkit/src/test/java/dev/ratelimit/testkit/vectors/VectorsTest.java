package dev.ratelimit.testkit.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VectorsTest {

  private static final String SCENARIO =
      "{'id':'a','limit':{'type':'token_bucket','permits':1,'period_us':10,'burst':1},"
          + "'steps':[{'op':'check','t_us':5,'cost':1,'allowed':true}]}";

  @TempDir private Path directory;

  private Path file(String name, String... lines) throws IOException {
    return Files.writeString(directory.resolve(name), String.join("\n", lines).replace('\'', '"'));
  }

  @Test
  void bundledFiles_holdAllTheirScenariosUnderDifferentIds() {
    Set<String> ids = new HashSet<>();

    List<VectorFile> files = Vectors.bundled();
    files.forEach(file -> file.scenarios().forEach(scenario -> ids.add(scenario.id())));

    assertThat(files).extracting(VectorFile::name).isEqualTo(Vectors.bundledNames());
    assertThat(files)
        .extracting(file -> file.scenarios().size())
        .containsExactly(500, 80, 150, 60, 1);
    assertThat(ids).hasSize(791);
  }

  @Test
  void unknownBundledName_isRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> Vectors.bundled("other.jsonl"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("vectors.jsonl")
        .hasMessageEndingWith("was other.jsonl");
  }

  @Test
  void file_isLoadedWithoutItsBlankLines() throws IOException {
    VectorFile loaded = Vectors.load(file("mine.jsonl", SCENARIO, "", SCENARIO, ""));

    assertThat(loaded.name()).isEqualTo("mine.jsonl");
    assertThat(loaded.scenarios()).extracting(Scenario::id).containsExactly("a", "a");
  }

  @Test
  void directory_isLoadedByName() throws IOException {
    file("b.jsonl", SCENARIO);
    file("a.jsonl", SCENARIO);
    file("notes.txt", "not a scenario");

    assertThat(Vectors.loadAll(directory))
        .extracting(VectorFile::name)
        .containsExactly("a.jsonl", "b.jsonl");
  }

  @Test
  void missingFile_isAnIoException() {
    assertThatThrownBy(() -> Vectors.load(directory.resolve("none.jsonl")))
        .isInstanceOf(UncheckedIOException.class);
    assertThatThrownBy(() -> Vectors.loadAll(directory.resolve("none")))
        .isInstanceOf(UncheckedIOException.class);
  }

  @Test
  void lineThatIsNoScenario_isNamed() throws IOException {
    Path broken = file("broken.jsonl", SCENARIO, "{'id':'b'");

    assertThatThrownBy(() -> Vectors.load(broken))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("broken.jsonl line 2 is no scenario: ");
  }

  @Test
  void unknownOperation_isNamed() throws IOException {
    Path broken = file("broken.jsonl", SCENARIO.replace("'check'", "'chekc'"));

    assertThatThrownBy(() -> Vectors.load(broken))
        .hasMessage("broken.jsonl line 1 is no scenario: op must be known, was \"chekc\"");
  }

  @Test
  void missingArgument_isNamed() throws IOException {
    Path broken = file("broken.jsonl", SCENARIO.replace("'cost':1,", ""));

    assertThatThrownBy(() -> Vectors.load(broken))
        .hasMessage("broken.jsonl line 1 is no scenario: check must have the argument cost");
  }
}
