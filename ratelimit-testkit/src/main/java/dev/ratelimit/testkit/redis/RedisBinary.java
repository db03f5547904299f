package dev.ratelimit.testkit.redis;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An executable {@code redis-server} of this machine.
 *
 * @param file where it is
 * @param majorVersion the first number of its version
 */
record RedisBinary(Path file, int majorVersion) {

  private static final String NAME = "redis-server";
  private static final String BUNDLED_VERSION = "7.0.15";
  private static final Pattern VERSION = Pattern.compile("v=(\\d+)");

  private static @Nullable Path extracted; // guarded by the class

  /** {@return the one on the path, or else the one that is bundled} */
  static RedisBinary find(String path) {
    return onPath(path).or(RedisBinary::bundled).orElseThrow(RedisBinary::noneFound);
  }

  static String systemPath() {
    return Objects.requireNonNullElse(System.getenv("PATH"), "");
  }

  /** {@return the first in these directories} */
  static Optional<RedisBinary> onPath(String path) {
    return Arrays.stream(path.split(File.pathSeparator, -1))
        .filter(directory -> !directory.isEmpty())
        .map(directory -> Path.of(directory, NAME))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst()
        .map(RedisBinary::at);
  }

  /** {@return the one for this machine inside embedded-redis, if that is on the class path} */
  static synchronized Optional<RedisBinary> bundled() {
    String resource = "/" + String.join("-", NAME, BUNDLED_VERSION, system(), architecture());
    Path present = extracted;
    if (present == null) {
      try (InputStream in = RedisBinary.class.getResourceAsStream(resource)) {
        if (in == null) {
          return Optional.empty();
        }
        present = extract(in);
        extracted = present;
      } catch (IOException e) {
        throw new UncheckedIOException("cannot extract " + resource, e);
      }
    }
    return Optional.of(at(present));
  }

  static IllegalStateException noneFound() {
    return new IllegalStateException(
        "no Redis found for %s on %s: put redis-server on the PATH, or org.signal:embedded-redis:0.9.1 on the class path (no transitive dependency is needed)"
            .formatted(system(), architecture()));
  }

  private static Path extract(InputStream in) throws IOException {
    Path directory = Files.createTempDirectory("ratelimit-redis-server");
    directory.toFile().deleteOnExit();
    Path file = directory.resolve(NAME);
    file.toFile().deleteOnExit();
    Files.copy(in, file);
    if (!file.toFile().setExecutable(true)) {
      throw new IOException(file + " cannot be made executable");
    }
    return file;
  }

  private static RedisBinary at(Path file) {
    try {
      Process asked = new ProcessBuilder(file.toString(), "--version").start();
      String answer = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      Matcher version = VERSION.matcher(answer);
      if (!version.find()) {
        throw new IllegalStateException(file + " does not tell its version: " + answer);
      }
      return new RedisBinary(file, Integer.parseInt(version.group(1)));
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be run", e);
    }
  }

  private static String system() {
    String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    return name.startsWith("mac") ? "darwin" : name;
  }

  private static String architecture() {
    String name = System.getProperty("os.arch");
    return switch (name) {
      case "x86_64" -> "amd64";
      case "aarch64" -> "arm64";
      case "x86", "i386" -> "386";
      default -> name;
    };
  }
}
