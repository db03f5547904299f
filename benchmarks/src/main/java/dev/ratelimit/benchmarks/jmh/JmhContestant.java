package dev.ratelimit.benchmarks.jmh;

import dev.ratelimit.benchmarks.compare.Contestant;
import dev.ratelimit.benchmarks.compare.Effort;
import dev.ratelimit.benchmarks.compare.Measurement;
import dev.ratelimit.benchmarks.compare.Metric;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * A JMH benchmark, one fork a measurement.
 *
 * <p>The heap is touched before it is used. Else, for the first seconds, allocation would cost a
 * page fault for every hundred decisions, as it does not in a process that has been up for a while.
 *
 * @param benchmark the class
 * @param method its method
 * @param parameters a value for each of its parameters
 */
public record JmhContestant(Class<?> benchmark, String method, Map<String, String> parameters)
    implements Contestant {

  private static final String ALLOCATION_LABEL = "gc.alloc.rate.norm";

  /** Copies the parameters, in order of their names. */
  public JmhContestant {
    parameters = new TreeMap<>(parameters);
  }

  /** {@return a benchmark without parameters} */
  public static JmhContestant of(Class<?> benchmark, String method) {
    return new JmhContestant(benchmark, method, Map.of());
  }

  /** {@return the same benchmark with a parameter set} */
  public JmhContestant with(String parameter, Object value) {
    Map<String, String> all = new TreeMap<>(parameters);
    all.put(parameter, value.toString());
    return new JmhContestant(benchmark, method, all);
  }

  @Override
  public String label() {
    return benchmark.getSimpleName()
        + "."
        + method
        + (parameters.isEmpty() ? "" : " " + String.join(" ", parameters.values()));
  }

  @Override
  public Measurement measure(Effort effort) {
    try {
      Path log = Files.createTempFile("benchmark", ".log");
      try {
        return measured(new Runner(options(effort, log)).run());
      } catch (RunnerException e) {
        throw new IllegalStateException(label() + " failed:\n" + Files.readString(log), e);
      } finally {
        Files.delete(log);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Options options(Effort effort, Path log) {
    TimeValue iteration = TimeValue.milliseconds(effort.iteration().toMillis());
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + Pattern.quote(benchmark.getName() + "." + method) + "$")
            .mode(Mode.AverageTime)
            .timeUnit(TimeUnit.NANOSECONDS)
            .forks(1)
            .jvmArgs("-Xms2g", "-Xmx2g", "-XX:+UseG1GC", "-XX:+AlwaysPreTouch")
            .warmupIterations(effort.warmups())
            .warmupTime(iteration)
            .measurementIterations(effort.iterations())
            .measurementTime(iteration)
            .addProfiler(CpuPerOperation.class)
            .addProfiler(GCProfiler.class)
            .shouldFailOnError(true)
            .output(log.toString());
    parameters.forEach(options::param);
    return options.build();
  }

  private Measurement measured(Collection<RunResult> results) {
    if (results.size() != 1) {
      throw new IllegalStateException(label() + " has " + results.size() + " results, not 1");
    }
    RunResult result = results.iterator().next();
    return new Measurement(
        Map.of(
            Metric.WALL, result.getPrimaryResult().getScore(),
            Metric.CPU, secondary(result, CpuPerOperation.LABEL),
            Metric.ALLOCATION, secondary(result, ALLOCATION_LABEL)));
  }

  private static double secondary(RunResult result, String label) {
    Result<?> found = result.getSecondaryResults().get(label);
    return Objects.requireNonNull(found, label).getScore();
  }
}
