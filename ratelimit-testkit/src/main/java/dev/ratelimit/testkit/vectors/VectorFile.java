package dev.ratelimit.testkit.vectors;

import java.util.ArrayList;
import java.util.List;

/**
 * The scenarios of one file.
 *
 * <p>Immutable.
 *
 * @param name of the file, without its directory
 * @param scenarios in the order of the file
 */
public record VectorFile(String name, List<Scenario> scenarios) {

  /**
   * Copies the scenarios.
   *
   * @param name of the file
   * @param scenarios in the order of the file
   */
  public VectorFile {
    scenarios = List.copyOf(scenarios);
  }

  static VectorFile parse(String name, List<String> lines) {
    List<Scenario> scenarios = new ArrayList<>();
    int number = 0;
    for (String line : lines) {
      number++;
      if (!line.isBlank()) {
        scenarios.add(parse(name, number, line));
      }
    }
    return new VectorFile(name, scenarios);
  }

  private static Scenario parse(String name, int number, String line) {
    try {
      return Scenario.parse(line);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          name + " line " + number + " is no scenario: " + e.getMessage(), e);
    }
  }
}
