package dev.ratelimit.benchmarks.compare;

/** Something that can be measured, each time afresh. Equal ones are the same thing. */
public interface Contestant {

  /** {@return what the progress report calls it} */
  String label();

  /**
   * Runs it once, before the first round, where that makes this process quicker. By default
   * nothing: what is measured in a new process is not helped by it.
   */
  default void warmUp(Effort effort) {}

  /** Measures it once. {@return what came out, per operation or per key} */
  Measurement measure(Effort effort);

  /** {@return the pair of this, which is ours, and a peer} */
  default Pair against(Contestant peer) {
    return new Pair(this, peer);
  }
}
