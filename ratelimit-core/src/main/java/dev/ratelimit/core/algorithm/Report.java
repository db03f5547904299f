package dev.ratelimit.core.algorithm;

/**
 * What is said of a key after an operation.
 *
 * @param limit the most permits at once
 * @param remaining whole permits available
 * @param resetAfterMicros until the key is full again, 0 if it is
 * @param binding which of several limits on the key this is about; 0 if there is one
 */
public record Report(long limit, long remaining, long resetAfterMicros, int binding) {

  /**
   * Makes the report on a key with one limit.
   *
   * @param limit the most permits at once
   * @param remaining whole permits available
   * @param resetAfterMicros until the key is full again, 0 if it is
   */
  public Report(long limit, long remaining, long resetAfterMicros) {
    this(limit, remaining, resetAfterMicros, 0);
  }

  /**
   * {@return the same as the report on one of several limits}
   *
   * @param index which
   */
  public Report withBinding(int index) {
    return new Report(limit, remaining, resetAfterMicros, index);
  }
}
