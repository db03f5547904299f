package dev.ratelimit.examples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The files of the repository that people read, and those that they are held against. */
final class Documents {

  static final Path ROOT = root();

  private Documents() {}

  private static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(directory.resolve("ratelimit-api"))) {
      directory = directory.getParent();
    }
    return directory;
  }

  /** {@return every page: those of the root, and all below {@code docs}} */
  static Stream<Path> pages() {
    return Stream.concat(
        children(ROOT).filter(path -> path.toString().endsWith(".md")),
        files(ROOT.resolve("docs"), ".md"));
  }

  /** {@return all code of one language that the pages show} */
  static Stream<CodeBlock> shown(String language) {
    return pages().flatMap(page -> CodeBlock.ofMarkdown(language, name(page), text(page)).stream());
  }

  static Stream<Path> children(Path directory) {
    try (Stream<Path> children = Files.list(directory)) {
      return children.sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<Path> files(Path directory, String ending) {
    try (Stream<Path> tree = Files.walk(directory)) {
      return tree.filter(path -> path.toString().endsWith(ending)).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String name(Path file) {
    return ROOT.relativize(file).toString();
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
