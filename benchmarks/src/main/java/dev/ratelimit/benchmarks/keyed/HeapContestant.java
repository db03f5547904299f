package dev.ratelimit.benchmarks.keyed;

import dev.ratelimit.benchmarks.compare.Contestant;
import dev.ratelimit.benchmarks.compare.Effort;
import dev.ratelimit.benchmarks.compare.Measurement;
import dev.ratelimit.benchmarks.compare.Metric;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A contestant whose heap per key is measured, by {@link HeapPerKey} in a new JVM. Its collector is
 * the serial one, told to leave no gaps: after a full collection, what it calls used is alive.
 *
 * @param subject what keeps the keys
 */
public record HeapContestant(Subject subject) implements Contestant {

  @Override
  public String label() {
    return "HeapPerKey " + subject;
  }

  @Override
  public Measurement measure(Effort effort) {
    try {
      Process process = new ProcessBuilder(command()).redirectError(Redirect.INHERIT).start();
      String printed =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.waitFor() != 0) {
        throw new IllegalStateException(label() + " ended with " + process.exitValue());
      }
      return new Measurement(Map.of(Metric.HEAP, Double.valueOf(printed)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(label() + " was interrupted", e);
    }
  }

  private List<String> command() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xms2g",
        "-Xmx2g",
        "-XX:+UseSerialGC",
        "-XX:MarkSweepDeadRatio=0",
        "-cp",
        System.getProperty("java.class.path"),
        HeapPerKey.class.getName(),
        subject.name());
  }
}
