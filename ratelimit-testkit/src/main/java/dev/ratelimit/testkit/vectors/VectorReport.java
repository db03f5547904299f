package dev.ratelimit.testkit.vectors;

import java.util.List;
import java.util.Map;

/**
 * What came of running one file against one target.
 *
 * <p>Immutable.
 *
 * @param target whom it was run against
 * @param file the file's name
 * @param counts how much was run, and how much of it was wrong
 * @param differences the first of what was wrong
 */
public record VectorReport(
    String target, String file, Counts counts, List<Difference> differences) {

  /**
   * Copies the list.
   *
   * @param target whom it was run against
   * @param file the file's name
   * @param counts how much was run
   * @param differences the first of what was wrong
   */
  public VectorReport {
    differences = List.copyOf(differences);
  }

  /**
   * How much was run.
   *
   * @param scenarios how many were run
   * @param steps how many steps were run; a change of the limit is none, since nothing answers it
   * @param wrong how many of them were answered wrongly
   * @param leftOut how many scenarios were left out, by reason
   */
  public record Counts(int scenarios, int steps, int wrong, Map<String, Integer> leftOut) {

    /**
     * Copies the map.
     *
     * @param scenarios how many were run
     * @param steps how many were run
     * @param wrong how many steps were answered wrongly
     * @param leftOut how many scenarios were left out, by reason
     */
    public Counts {
      leftOut = Map.copyOf(leftOut);
    }

    /** {@return how many scenarios were left out} */
    public int scenariosLeftOut() {
      return leftOut.values().stream().mapToInt(Integer::intValue).sum();
    }
  }

  /**
   * One field that a store answered wrongly.
   *
   * <p>Immutable.
   *
   * @param place where in the file
   * @param field the name of the field; {@code exception} if there was no answer
   * @param expected what the file says
   * @param actual what the store said
   */
  public record Difference(Place place, String field, String expected, String actual) {

    /**
     * A step of a file.
     *
     * @param scenario its id
     * @param step its index, from 0, changes of the limit included
     * @param operation what was asked
     */
    public record Place(String scenario, int step, String operation) {

      @Override
      public String toString() {
        return scenario + " step " + step + " (" + operation + ")";
      }
    }

    @Override
    public String toString() {
      return place + ": " + field + " expected " + expected + ", was " + actual;
    }
  }

  /**
   * Fails if a step was answered wrongly, or none was run.
   *
   * @throws AssertionError in that case; it tells the first differences
   */
  public void assertRight() {
    if (counts.wrong > 0 || counts.steps == 0) {
      throw new AssertionError(this + described());
    }
  }

  private String described() {
    StringBuilder text = new StringBuilder();
    differences.forEach(difference -> text.append(System.lineSeparator()).append(difference));
    return text.toString();
  }

  @Override
  public String toString() {
    return target
        + " "
        + file
        + ": "
        + counts.wrong
        + " of "
        + counts.steps
        + " steps wrong in "
        + counts.scenarios
        + " scenarios"
        + (counts.leftOut.isEmpty() ? "" : ", left out " + counts.leftOut);
  }
}
