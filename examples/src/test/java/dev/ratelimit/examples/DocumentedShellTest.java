package dev.ratelimit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Commands that the documents show, in blocks and in a line, can be given: the scripts exist, their
 * options are those that {@code --help} tells, and Maven is asked for modules that there are.
 */
class DocumentedShellTest {

  private static final Set<String> PROGRAMS =
      Set.of("cd", "curl", "git", "mkdir", "mvn", "promtool", "redis-cli");
  private static final Pattern IN_A_LINE = Pattern.compile("`((?:scripts/|mvn )[^`\\n]+)`");
  private static final Pattern MAIN = Pattern.compile("run_java (\\S+) (\\S+)");
  private static final Pattern OPTION = Pattern.compile("--[a-z][-a-z]*");
  private static final Pattern MODULES = Pattern.compile("-pl (\\S+)");
  private static final Pattern FILE = Pattern.compile("(?:docs|examples|scripts)/[-\\w./]+");

  /**
   * One command.
   *
   * @param place where it is shown
   * @param line as it is typed
   */
  record Command(String place, String line) {

    String program() {
      return line.split("\\s", 2)[0];
    }

    List<String> found(Pattern pattern) {
      return pattern.matcher(line).results().map(MatchResult::group).toList();
    }
  }

  static Stream<Command> inBlocks() {
    return Documents.shown("sh").flatMap(DocumentedShellTest::commands);
  }

  private static Stream<Command> commands(CodeBlock block) {
    return block
        .code()
        .replaceAll("\\\\\\R", " ")
        .lines()
        .map(line -> line.replaceFirst("(^|\\s)#.*", "").strip())
        .filter(line -> !line.isEmpty())
        .flatMap(line -> Arrays.stream(line.split("\\s*&&\\s*")))
        .map(line -> new Command(block.place(), line));
  }

  static Stream<Command> everywhere() {
    List<Command> commands = new ArrayList<>(inBlocks().toList());
    for (Path page : Documents.pages().toList()) {
      Matcher inline = IN_A_LINE.matcher(Documents.text(page));
      while (inline.find()) {
        commands.add(new Command(Documents.name(page), inline.group(1)));
      }
    }
    return commands.stream();
  }

  static Stream<Command> scripts() {
    return everywhere().filter(command -> command.program().startsWith("scripts/"));
  }

  static Stream<Command> builds() {
    return everywhere().filter(command -> command.program().equals("mvn"));
  }

  @ParameterizedTest
  @MethodSource("inBlocks")
  void command_isOfAKnownProgramOrAScript(Command command) {
    if (!command.program().startsWith("scripts/")) {
      assertThat(PROGRAMS).contains(command.program());
    }
    assertThat(command.found(FILE)).allMatch(file -> Files.exists(Documents.ROOT.resolve(file)));
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void script_existsAndKnowsTheOptions(Command command) {
    Path script = Documents.ROOT.resolve(command.program());

    assertThat(script).isExecutable();
    assertThat(command.found(OPTION)).isSubsetOf(optionsOf(script));
  }

  @ParameterizedTest
  @MethodSource("builds")
  void build_isOfModulesThatThereAre(Command command) {
    Matcher modules = MODULES.matcher(command.line());
    if (modules.find()) {
      assertThat(Reactor.read().modules()).contains(modules.group(1).split(","));
    }
  }

  @Test
  void scriptsInTheRepository_areAllShown() {
    Stream<String> names =
        Documents.children(Documents.ROOT.resolve("scripts"))
            .filter(Files::isRegularFile)
            .map(Documents::name);

    assertThat(scripts().map(Command::program).distinct()).containsAll(names.toList());
  }

  /** {@return the options that a script's usage names; it stands in the script, or in Java} */
  private static List<String> optionsOf(Path script) {
    String text = Documents.text(script);
    Matcher main = MAIN.matcher(text);
    Stream<String> sources =
        main.find()
            ? Documents.files(Documents.ROOT.resolve(main.group(1) + "/src/main/java"), ".java")
                .map(Documents::text)
            : Stream.of(text);
    String usage = "usage: " + Documents.name(script);
    String telling = sources.filter(source -> source.contains(usage)).findFirst().orElseThrow();
    return OPTION
        .matcher(telling.substring(telling.indexOf(usage)))
        .results()
        .map(MatchResult::group)
        .distinct()
        .toList();
  }
}
