package dev.ratelimit.examples.fleet;

import dev.ratelimit.testkit.fleet.Shape;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the report was asked to do.
 *
 * @param seeds how many seeds each shape is run with
 * @param shapes which shapes are run
 * @param strict whether the instances lease nothing
 * @param json where the figures are written too
 * @param help whether only the usage is wanted
 */
record Options(int seeds, List<Shape> shapes, boolean strict, Optional<Path> json, boolean help) {

  static final String USAGE =
      """
      usage: scripts/fleet [--seeds N] [--shape NAME] [--strict] [--json FILE]

      Simulates ten instances that share a limit of 1,000 a second, burst 1,000, in one thread on
      virtual time, with 0.2 to 0.4 ms of latency each way, under traffic of several shapes. Prints
      for each shape, of the worst seed:

        used                   permits granted, as a part of what one exact bucket would have granted
        worst served           what the worst served instance was granted, as a part of its demand or
                               of an equal share, whichever is less
        calls/s                requests to the store a second, all instances together
        largest stretch/burst  the most admitted over any stretch of time beyond what the rate gives
                               in it, as a part of the burst
        admitted               permits granted

      Exit status 1 if more was admitted than the limit allows, 2 if an argument is wrong or FILE
      cannot be written.

        --seeds N     how many seeds each shape is run with, 1 to 10000 (20)
        --shape NAME  one shape (all)
        --strict      leases nothing: one request a check
        --json FILE   writes the figures there too
        --help        this text

      Shapes: %s
      """
          .formatted(names());

  private static final int MOST_SEEDS = 10_000;

  static Options parse(List<String> args) {
    Options options = new Options(20, List.of(Shape.values()), false, Optional.empty(), false);
    Deque<String> left = new ArrayDeque<>(args);
    while (!left.isEmpty()) {
      options = options.with(left.removeFirst(), left);
    }
    return options;
  }

  private Options with(String option, Deque<String> left) {
    return switch (option) {
      case "--seeds" ->
          new Options(number(option, value(option, left)), shapes, strict, json, help);
      case "--shape" -> new Options(seeds, List.of(shape(value(option, left))), strict, json, help);
      case "--strict" -> new Options(seeds, shapes, true, json, help);
      case "--json" ->
          new Options(seeds, shapes, strict, Optional.of(Path.of(value(option, left))), help);
      case "--help", "-h" -> new Options(seeds, shapes, strict, json, true);
      default -> throw new IllegalArgumentException("unknown option " + option);
    };
  }

  private static Shape shape(String name) {
    return Arrays.stream(Shape.values())
        .filter(shape -> shape.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--shape must be one of " + names() + ", was " + name));
  }

  private static String names() {
    return Arrays.stream(Shape.values()).map(Shape::toString).collect(Collectors.joining(", "));
  }

  private static int number(String option, String text) {
    int value;
    try {
      value = Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(option + " must be a whole number, was " + text, e);
    }
    if (value < 1 || value > MOST_SEEDS) {
      throw new IllegalArgumentException(
          option + " must be from 1 to " + MOST_SEEDS + ", was " + text);
    }
    return value;
  }

  private static String value(String option, Deque<String> left) {
    if (left.isEmpty()) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return left.removeFirst();
  }
}
