package dev.ratelimit.benchmarks.tiered;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Rows "leased check", "check while degraded", "denied by the deny line": one key, one thread. */
@State(Scope.Benchmark)
public class HotKeyCheck {

  @Param private HotKey path;

  private HotKey.Opened opened;

  /** Starts what the path needs, and checks until it is taken. */
  @Setup
  public void open() {
    opened = path.open();
  }

  /** {@return the answer} */
  @Benchmark
  public Object check() {
    return opened.check().get();
  }

  /** Makes sure that the path was taken to the end, and stops what was started. */
  @TearDown
  public void close() {
    opened.close().run();
  }
}
