package dev.ratelimit.benchmarks.load;

/**
 * Who checks what.
 *
 * @param traffic which keys
 * @param manner how
 * @param callers how many at once
 * @param instances over how many instances, each with its own connections, they are spread
 * @param start what the server knows before
 */
public record Scene(Traffic traffic, Manner manner, int callers, int instances, Start start) {

  /** How callers check. */
  public enum Manner {
    /** Each is a thread that waits for its answer before it checks again. */
    BLOCKING,
    /** Each is a check in flight, whose answer starts the next one. */
    ASYNCHRONOUS
  }

  /** What a server knows before the first check. */
  public enum Start {
    /** Nothing. */
    EMPTY,
    /** All keys of the traffic. */
    FILLED
  }

  /** Checks the ranges. */
  public Scene {
    if (instances < 1 || callers < instances) {
      throw new IllegalArgumentException(
          "instances must be from 1 to the callers, " + callers + ", was " + instances);
    }
  }

  /** {@return threads that wait for each answer, in one instance} */
  public static Scene blocking(Traffic traffic, int callers) {
    return new Scene(traffic, Manner.BLOCKING, callers, 1, Start.EMPTY);
  }

  /** {@return checks in flight, in one instance} */
  public static Scene asynchronous(Traffic traffic, int callers) {
    return new Scene(traffic, Manner.ASYNCHRONOUS, callers, 1, Start.EMPTY);
  }

  /** {@return the same callers, spread over instances} */
  public Scene over(int number) {
    return new Scene(traffic, manner, callers, number, start);
  }

  /** {@return the same on a server that knows all keys already} */
  public Scene onFilledServer() {
    return new Scene(traffic, manner, callers, instances, Start.FILLED);
  }

  /** {@return the same with other traffic} */
  Scene with(Traffic other) {
    return new Scene(other, manner, callers, instances, start);
  }

  @Override
  public String toString() {
    return traffic
        + (start == Start.FILLED ? " known, " : " ")
        + callers
        + " "
        + manner
        + (instances == 1 ? "" : " over " + instances);
  }
}
