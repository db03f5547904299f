package dev.ratelimit.examples.chaos;

/**
 * What was charged, as far as it was not acknowledged.
 *
 * @param uncertain requests of which it is not known whether they were charged
 * @param mostUncertain how many may be
 * @param doubled charges that no request explains
 * @param neverSent charges of requests that were never sent
 * @param lost charges that were acknowledged and are gone
 * @param mayLose whether that may happen
 */
record Charges(
    long uncertain, long mostUncertain, long doubled, long neverSent, long lost, boolean mayLose) {

  boolean areKept() {
    return uncertain <= mostUncertain && doubled == 0 && neverSent == 0 && (mayLose || lost == 0);
  }
}
