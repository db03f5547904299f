package dev.ratelimit.examples.demo;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * What the demo was asked to do.
 *
 * @param duration how long the load lasts
 * @param load by how much each tenant's requests are multiplied
 * @param help whether only the usage is wanted
 */
record Options(Duration duration, double load, boolean help) {

  static final String USAGE =
      """
      usage: scripts/demo [--duration SECONDS] [--load FACTOR]

      Starts an HTTP service whose tenants have plans of different limits, sends it requests, and
      shows who is served and who is told to come back later. Ends with a verdict: what each tenant
      was admitted against burst + rate * time. Exit status 1 if any exceeded it, or
      was not served at all.

        --duration SECONDS   how long the load lasts, 1 to 3600 (10)
        --load FACTOR        multiplies every tenant's requests, 0.1 to 20 (1)
        --help               this text
      """;

  private static final double MOST_SECONDS = 3_600;
  private static final double MOST_LOAD = 20;

  static Options parse(String... args) {
    Duration duration = Duration.ofSeconds(10);
    double load = 1;
    Deque<String> left = new ArrayDeque<>(List.of(args));
    while (!left.isEmpty()) {
      String option = left.removeFirst();
      switch (option) {
        case "--duration" -> duration = seconds(number(option, left, 1, MOST_SECONDS));
        case "--load" -> load = number(option, left, 0.1, MOST_LOAD);
        case "--help" -> {
          return new Options(duration, load, true);
        }
        default -> throw new IllegalArgumentException("unknown option " + option);
      }
    }
    return new Options(duration, load, false);
  }

  private static Duration seconds(double seconds) {
    return Duration.ofMillis(Math.round(seconds * 1_000));
  }

  private static double number(String option, Deque<String> left, double least, double most) {
    if (left.isEmpty()) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    String text = left.removeFirst();
    double value;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(option + " must be a number, was " + text, e);
    }
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(
          option + " must be from " + least + " to " + most + ", was " + text);
    }
    return value;
  }
}
