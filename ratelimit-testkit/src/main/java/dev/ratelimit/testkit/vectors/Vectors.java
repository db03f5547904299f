package dev.ratelimit.testkit.vectors;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Finds and loads files of vectors: those that come with the test kit, or your own.
 *
 * <pre>{@code
 * VectorRunner runner = VectorRunner.over(target);
 * for (VectorFile file : Vectors.bundled()) {
 *   runner.run(file).assertRight();
 * }
 * }</pre>
 */
public final class Vectors {

  private static final List<String> BUNDLED =
      List.of(
          "vectors.jsonl",
          "clock-regress.jsonl",
          "leases.jsonl",
          "leases-clock-regress.jsonl",
          "leases-corrected.jsonl");

  private Vectors() {}

  /** {@return the names of the files that come with the test kit} */
  public static List<String> bundledNames() {
    return BUNDLED;
  }

  /** {@return all files that come with the test kit} */
  public static List<VectorFile> bundled() {
    return BUNDLED.stream().map(Vectors::bundled).toList();
  }

  /**
   * {@return one of the files that come with the test kit}
   *
   * @param name one of {@link #bundledNames()}
   */
  public static VectorFile bundled(String name) {
    if (!BUNDLED.contains(name)) {
      throw new IllegalArgumentException("name must be one of " + BUNDLED + ", was " + name);
    }
    try (InputStream bytes = Vectors.class.getResourceAsStream(name)) {
      if (bytes == null) {
        throw new IllegalStateException("the test kit lacks its resource " + name);
      }
      return VectorFile.parse(name, lines(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * {@return the scenarios of a file}
   *
   * @param file one scenario a line, as JSON
   * @throws UncheckedIOException if it cannot be read
   * @throws IllegalArgumentException if a line is no scenario; names the file and the line
   */
  public static VectorFile load(Path file) {
    try {
      String name = String.valueOf(file.getFileName());
      return VectorFile.parse(name, Files.readAllLines(file, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * {@return the scenarios of every {@code *.jsonl} in a directory, by name}
   *
   * @param directory searched without its subdirectories
   * @throws UncheckedIOException if it or a file cannot be read
   * @throws IllegalArgumentException if a line is no scenario; names the file and the line
   */
  public static List<VectorFile> loadAll(Path directory) {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*.jsonl")) {
      found.forEach(files::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Collections.sort(files);
    return files.stream().map(Vectors::load).toList();
  }

  private static List<String> lines(InputStream bytes) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    }
  }
}
