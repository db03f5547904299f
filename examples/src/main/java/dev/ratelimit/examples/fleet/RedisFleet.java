package dev.ratelimit.examples.fleet;

import com.google.gson.Gson;
import dev.ratelimit.testkit.redis.RedisServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Processes that share a limit over a real Redis, all at once on this machine. */
final class RedisFleet {

  static final int PROCESSES = 4;
  static final int CHECKS_PER_SECOND = 3_000;

  private static final String LINE = "%-8s %9s %9s %9s %7s %9s %8s %8s %9s%n";
  private static final double NANOS_PER_MICRO = 1_000;
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * How the processes fared.
   *
   * @param mode strict or leased
   * @param checks of all
   * @param admitted of those
   * @param fallbacks of those, answered without Redis
   * @param bound how many one bucket admits in the time they took
   * @param calls scripts that Redis ran meanwhile
   * @param seconds how long they took
   * @param p50Micros the median check, of the process where it is longest
   * @param p99Micros the slowest hundredth begins here, of the process where it is longest
   */
  record Fared(
      String mode,
      long checks,
      long admitted,
      long fallbacks,
      long bound,
      long calls,
      double seconds,
      double p50Micros,
      double p99Micros) {

    boolean isWithinBound() {
      return admitted <= bound;
    }
  }

  private final URI redis;
  private final int seconds;

  private RedisFleet(URI redis, int seconds) {
    this.redis = redis;
    this.seconds = seconds;
  }

  /**
   * Runs the processes, first strict and then leased, and prints how they fared.
   *
   * @param real over which Redis and for how long
   */
  static FleetReport.Report report(Options.Real real, PrintStream out) {
    out.printf(
        Locale.ROOT,
        LINE,
        "mode",
        "checks",
        "admitted",
        "at most",
        "used",
        "calls",
        "calls/s",
        "p50 us",
        "p99 us");
    if (real.at().isPresent()) {
      return new RedisFleet(real.at().get(), real.seconds()).report(out);
    }
    try (RedisServer own = RedisServer.start()) {
      return new RedisFleet(own.uri(), real.seconds()).report(out);
    }
  }

  private FleetReport.Report report(PrintStream out) {
    List<Fared> all = new ArrayList<>();
    for (String mode : List.of("strict", "leased")) {
      Fared fared = run(mode);
      print(fared, out);
      all.add(fared);
    }
    return new FleetReport.Report(
        all.stream().allMatch(Fared::isWithinBound), new Gson().toJson(all) + "\n");
  }

  private static void print(Fared fared, PrintStream out) {
    out.printf(
        Locale.ROOT,
        LINE,
        fared.mode(),
        fared.checks(),
        fared.admitted(),
        fared.bound(),
        String.format(Locale.ROOT, "%.1f %%", 100.0 * fared.admitted() / fared.bound()),
        fared.calls(),
        String.format(Locale.ROOT, "%.0f", fared.calls() / fared.seconds()),
        String.format(Locale.ROOT, "%.1f", fared.p50Micros()),
        String.format(Locale.ROOT, "%.1f", fared.p99Micros())
            + (fared.isWithinBound() ? "" : " EXCEEDED")
            + (fared.fallbacks() == 0 ? "" : " (" + fared.fallbacks() + " without Redis)"));
  }

  private Fared run(String mode) {
    // Of its own: keys of an earlier run would count.
    String prefix = "fleet:" + UUID.randomUUID() + ":";
    List<Process> processes = new ArrayList<>();
    try (RedisServer server = RedisServer.at(redis)) {
      for (int i = 0; i < PROCESSES; i++) {
        processes.add(start(prefix, mode, i));
      }
      List<BufferedReader> outputs = new ArrayList<>();
      for (Process process : processes) {
        outputs.add(process.inputReader(StandardCharsets.UTF_8));
      }
      for (BufferedReader output : outputs) {
        expectReady(output.readLine());
      }
      long before = calls(server);
      long start = System.nanoTime();
      for (Process process : processes) {
        process.outputWriter(StandardCharsets.UTF_8).append("go\n").flush();
      }
      List<long[]> counts = new ArrayList<>();
      for (BufferedReader output : outputs) {
        counts.add(counts(output.readLine()));
      }
      double took = (System.nanoTime() - start) / NANOS_PER_SECOND;
      return fared(mode, counts, calls(server) - before, took);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
  }

  private Process start(String prefix, String mode, int number) throws IOException {
    return new ProcessBuilder(
            ProcessHandle.current().info().command().orElse("java"),
            "-cp",
            System.getProperty("java.class.path"),
            RedisFleetWorker.class.getName(),
            redis.toString(),
            prefix,
            mode,
            Integer.toString(seconds),
            Integer.toString(CHECKS_PER_SECOND / PROCESSES),
            Integer.toString(number))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static void expectReady(@Nullable String line) {
    if (!RedisFleetWorker.READY.equals(line)) {
      throw new IllegalStateException("a process did not start, and said " + line);
    }
  }

  private static long[] counts(@Nullable String line) {
    if (line == null) {
      throw new IllegalStateException("a process ended before its time");
    }
    return Arrays.stream(line.split(" ", -1)).mapToLong(Long::parseLong).toArray();
  }

  private static long calls(RedisServer server) {
    return server.info("commandstats").entrySet().stream()
        .filter(entry -> entry.getKey().startsWith("cmdstat_eval"))
        .mapToLong(entry -> Long.parseLong(entry.getValue().replaceAll("calls=(\\d+),.*", "$1")))
        .sum();
  }

  private static Fared fared(String mode, List<long[]> counts, long calls, double seconds) {
    long bound = FleetReport.LIMIT.burst() + (long) (FleetReport.LIMIT.permits() * seconds);
    return new Fared(
        mode,
        sum(counts, 0),
        sum(counts, 1),
        sum(counts, 2),
        bound,
        calls,
        seconds,
        most(counts, 3) / NANOS_PER_MICRO,
        most(counts, 4) / NANOS_PER_MICRO);
  }

  private static long sum(List<long[]> counts, int column) {
    return counts.stream().mapToLong(count -> count[column]).sum();
  }

  private static long most(List<long[]> counts, int column) {
    return counts.stream().mapToLong(count -> count[column]).max().orElse(0);
  }
}
