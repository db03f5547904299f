package dev.ratelimit.examples;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Code that a document or a comment shows.
 *
 * @param place where it stands
 * @param code as it stands there
 */
record CodeBlock(String place, String code) {

  /*
   * Blocks and tests are compared without comments and without white space, so that a formatter may
   * break lines as it likes. A line counts without its last semicolon: then a test can put an
   * expression into an assertion. Imports may stand anywhere in the test's file. All other lines
   * must stand in order within one test method, or, if the block declares a class, within the file,
   * whose package is that of the test and not of the block.
   */
  private static final String FENCED = "^[ \\t]*```%s[ \\t]*\\R(.*?)^[ \\t]*```";
  private static final Pattern JAVADOC =
      Pattern.compile(
          "<pre>\\{@code\\b(.*?)^\\s*\\*\\s*\\}\\s*</pre>", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern LEADING_STAR = Pattern.compile("^\\s*\\*", Pattern.MULTILINE);
  private static final Pattern LITERAL_OR_COMMENT =
      Pattern.compile(
          "(\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\])*\"|'(?:\\\\.|[^'\\\\])')"
              + "|//[^\\n]*|/\\*.*?\\*/",
          Pattern.DOTALL);
  private static final Pattern DECLARES_A_CLASS =
      Pattern.compile("\\b(class|record|interface) [A-Z]");
  private static final Pattern IMPORT = Pattern.compile("import(static|com|dev|io|java|org)");
  private static final String TEST = "@Test";

  static List<CodeBlock> ofMarkdown(String language, String name, String text) {
    Pattern fenced =
        Pattern.compile(FENCED.formatted(language), Pattern.MULTILINE | Pattern.DOTALL);
    return all(fenced, name, text);
  }

  static List<CodeBlock> ofJavadoc(String name, String text) {
    return all(JAVADOC, name, text).stream()
        .map(b -> new CodeBlock(b.place, LEADING_STAR.matcher(b.code).replaceAll("")))
        .toList();
  }

  private static List<CodeBlock> all(Pattern pattern, String name, String text) {
    List<CodeBlock> blocks = new ArrayList<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      long line = text.substring(0, matcher.start()).chars().filter(c -> c == '\n').count() + 1;
      blocks.add(new CodeBlock(String.format(Locale.ROOT, "%s:%d", name, line), matcher.group(1)));
    }
    return blocks;
  }

  /** {@return whether this declares a class} */
  boolean isClass() {
    return DECLARES_A_CLASS.matcher(withoutComments(code)).find();
  }

  /** {@return whether a file of tests runs what is shown here} */
  boolean standsIn(String source) {
    String bare = bare(source);
    List<String> imports = lines().stream().filter(CodeBlock::isImport).toList();
    List<String> others = lines().stream().filter(line -> !isImport(line)).toList();
    List<String> parts = isClass() ? List.of(bare) : methods(bare);
    return imports.stream().allMatch(bare::contains)
        && parts.stream().anyMatch(part -> inOrder(others, part));
  }

  private List<String> lines() {
    return withoutComments(code)
        .lines()
        .map(CodeBlock::withoutSpace)
        .map(line -> line.endsWith(";") ? line.substring(0, line.length() - 1) : line)
        .filter(line -> !line.isEmpty() && !line.startsWith("package"))
        .toList();
  }

  private static List<String> methods(String bare) {
    return Arrays.stream(bare.split(TEST, -1)).skip(1).map(method -> TEST + method).toList();
  }

  private static boolean inOrder(List<String> lines, String part) {
    int from = 0;
    for (String line : lines) {
      int at = part.indexOf(line, from);
      if (at < 0) {
        return false;
      }
      from = at + line.length();
    }
    return true;
  }

  private static boolean isImport(String line) {
    return IMPORT.matcher(line).lookingAt();
  }

  private static String bare(String source) {
    return withoutSpace(withoutComments(source));
  }

  private static String withoutComments(String source) {
    return LITERAL_OR_COMMENT
        .matcher(source)
        .replaceAll(
            match -> match.group(1) == null ? "" : Matcher.quoteReplacement(match.group(1)));
  }

  private static String withoutSpace(String source) {
    return source.replaceAll("\\s+", "");
  }

  @Override
  public String toString() {
    return place;
  }
}
