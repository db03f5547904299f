package dev.ratelimit.examples.fleet;

import dev.ratelimit.testkit.fleet.Shape;
import java.net.URI;
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
 * @param real the run over a real Redis
 * @param json where the figures are written too
 * @param help whether only the usage is wanted
 */
record Options(
    int seeds, List<Shape> shapes, boolean strict, Real real, Optional<Path> json, boolean help) {

  /**
   * Whether real processes are run over a real Redis, instead of a simulation.
   *
   * @param wanted whether
   * @param at which Redis; one of our own if there is none
   * @param seconds for how long
   */
  record Real(boolean wanted, Optional<URI> at, int seconds) {

    static final Real NO = new Real(false, Optional.empty(), 30);

    Real run() {
      return new Real(true, at, seconds);
    }

    Real at(URI redis) {
      return new Real(wanted, Optional.of(redis), seconds);
    }

    Real lasting(int length) {
      return new Real(wanted, at, length);
    }
  }

  static final String USAGE =
      """
      usage: scripts/fleet [--seeds N] [--shape NAME] [--strict] [--json FILE]
             scripts/fleet --redis [--at URI] [--seconds N] [--json FILE]

      Simulates ten instances that share a limit of 1,000 a second, burst 1,000, in one thread on
      virtual time, with 0.2 to 0.4 ms of latency each way, under traffic of several shapes. Prints
      for each shape, of the worst seed:

        used                   permits granted, as a part of what one exact bucket would have granted
        worst served           what the worst served instance was granted, as a part of its demand or
                               of an equal share, whichever is less
        calls/s                requests to the store a second, all instances together
        largest stretch/burst  the most admitted over any stretch of time beyond what the rate gives
                               in it, as a part of the burst
        at once                the most admitted within 60 ms, as a part of the burst
        admitted               permits granted

      Exit status 1 if more was admitted than the limit allows, 2 if an argument is wrong or FILE
      cannot be written.

        --seeds N     how many seeds each shape is run with, 1 to 10000 (20)
        --shape NAME  one shape (all)
        --strict      leases nothing: one request a check
        --redis       instead, runs 4 processes that share a real Redis, and that limit, under three
                      times as many checks: first strict, then leased. Prints the checks, how many
                      were admitted and may be, the scripts that Redis ran, and how long checks took
        --at URI      the same over another Redis than the bundled one, as in redis://host
        --seconds N   how long each of the two lasts (30)
        --json FILE   writes the figures there too
        --help        this text

      Shapes: %s
      """
          .formatted(names());

  private static final int MOST_SEEDS = 10_000;

  static Options parse(List<String> args) {
    Options options =
        new Options(20, List.of(Shape.values()), false, Real.NO, Optional.empty(), false);
    Deque<String> left = new ArrayDeque<>(args);
    while (!left.isEmpty()) {
      options = options.with(left.removeFirst(), left);
    }
    if (!options.real.wanted() && (options.real.at().isPresent() || args.contains("--seconds"))) {
      throw new IllegalArgumentException("--at and --seconds go only with --redis");
    }
    if (options.real.wanted()
        && (options.strict || args.contains("--seeds") || args.contains("--shape"))) {
      throw new IllegalArgumentException("--seeds, --shape and --strict go only without --redis");
    }
    return options;
  }

  private Options with(String option, Deque<String> left) {
    return switch (option) {
      case "--seeds" ->
          new Options(number(option, value(option, left)), shapes, strict, real, json, help);
      case "--shape" ->
          new Options(seeds, List.of(shape(value(option, left))), strict, real, json, help);
      case "--strict" -> new Options(seeds, shapes, true, real, json, help);
      case "--redis" -> with(real.run());
      case "--at" -> with(real.at(URI.create(value(option, left))));
      case "--seconds" -> with(real.lasting(number(option, value(option, left))));
      case "--json" ->
          new Options(seeds, shapes, strict, real, Optional.of(Path.of(value(option, left))), help);
      case "--help", "-h" -> new Options(seeds, shapes, strict, real, json, true);
      default -> throw new IllegalArgumentException("unknown option " + option);
    };
  }

  private Options with(Real other) {
    return new Options(seeds, shapes, strict, other, json, help);
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
