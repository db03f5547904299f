package dev.ratelimit.examples.chaos.scene;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/** The clock of a process, moved by a library that is preloaded into it. */
final class MovedClock implements AutoCloseable {

  private final Path directory;

  private MovedClock(Path directory) {
    this.directory = directory;
  }

  /**
   * {@return a clock that is not moved yet}
   *
   * @throws NotRunException if there is no compiler
   */
  static MovedClock make() {
    try {
      MovedClock clock = new MovedClock(Files.createTempDirectory("moved-clock"));
      clock.move(Duration.ZERO);
      clock.compile();
      return clock;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void compile() throws IOException {
    Path source = directory.resolve("moved_clock.c");
    try (InputStream text = MovedClock.class.getResourceAsStream("moved_clock.c")) {
      Files.copy(Objects.requireNonNull(text), source);
    }
    Process compiler;
    try {
      compiler =
          new ProcessBuilder(
                  "gcc", "-shared", "-fPIC", "-O2", "-o", library().toString(), source.toString())
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      close();
      throw new NotRunException("there is no gcc");
    }
    String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (compiler.waitFor() != 0) {
        close();
        throw new IllegalStateException("gcc: " + said);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while gcc runs", e);
    }
  }

  private Path library() {
    return directory.resolve("moved_clock.so");
  }

  private Path offset() {
    return directory.resolve("offset");
  }

  /** {@return what the process needs} */
  Map<String, String> environment() {
    return Map.of("LD_PRELOAD", library().toString(), "MOVED_CLOCK_OFFSET", offset().toString());
  }

  /** Moves it, from where it would be by itself. */
  void move(Duration by) {
    ByteBuffer micros = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
    micros.putLong(by.toNanos() / 1_000).flip();
    try (FileChannel file =
        FileChannel.open(offset(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      file.write(micros, 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    for (String name : new String[] {"moved_clock.c", "moved_clock.so", "offset", ""}) {
      try {
        Files.deleteIfExists(directory.resolve(name));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
