package dev.ratelimit.benchmarks.jmh;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Reports processor time per operation: that of the whole process during an iteration, divided by
 * all operations of the iteration, those before and after its timed part included.
 *
 * <p>The process, and not the thread that checks, because a limiter also costs what others do for
 * it: a cache's housekeeping in a pool, collecting what was allocated, refreshing a clock. What the
 * process does besides is small once it is warm: JMH waits, the compilers are done. The system
 * counts in steps of 10 ms, 1.4 % of an iteration of 700 ms; the error is unbiased, and averaged
 * over iterations and rounds.
 *
 * <p>Public, and made by JMH inside the measured process.
 */
public final class CpuPerOperation implements InternalProfiler {

  static final String LABEL = "cpu.norm";

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private long startNanos;

  /** For JMH. */
  public CpuPerOperation() {}

  @Override
  public String getDescription() {
    return "Processor time per operation";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    startNanos = system.getProcessCpuTime();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    double nanos = system.getProcessCpuTime() - startNanos;
    double perOperation = nanos / result.getMetadata().getAllOps();
    return List.of(new ScalarResult(LABEL, perOperation, "ns/op", AggregationPolicy.AVG));
  }
}
