package dev.ratelimit.examples.chaos;

import dev.ratelimit.examples.chaos.scene.Fault;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What to run, and where figures are written.
 *
 * @param faults what befalls Redis, one after the other
 * @param json where the figures are written for machines
 * @param report where they are written for people
 * @param help whether only the usage is wanted
 */
record Options(List<Fault> faults, Optional<Path> json, Optional<Path> report, boolean help) {

  Options {
    faults = List.copyOf(faults);
  }

  /** {@return what is written} */
  List<Path> files() {
    return Stream.concat(json.stream(), report.stream()).toList();
  }

  static String usage() {
    return """
        usage: scripts/chaos [--json FILE] [--report FILE] [FAULT ...]

        Puts real Redis processes under load, has each FAULT befall them (by default all), and prints
        for callers of RedisLimiter, of a strict TieredLimiter, and of a fleet of 3 that leases:

          checks      how many there were
          longest ms  the longest check
          gap ms      for how long Redis answered no check of some key
          recovery    how long after the fault it had answered for every key
          told        checks that ended by a StoreException (RedisLimiter only)
          fallback    checks that the fallback answered (TieredLimiter only)
          escaped     checks that ended by anything else; 0
          uncertain   requests of which it is not known whether they were charged; and the most there
                      may be
          doubled     charges that no request explains; 0
          never sent  charges of requests that were never sent, since Redis was given up; 0
          lost        charges that Redis acknowledged and then lost; 0 but for a failover to a replica
                      that had not seen them, or where keys are deleted
          admitted    permits that the fleet admitted of one key under more demand than its limit; and
                      the most it may
          probes      calls that asked whether Redis is well again
          threads     of this process before and after; and its heap in MB after a collection

        FAULT is one of
        """
        + Arrays.stream(Fault.values())
            .map(fault -> String.format("  %-18s %s%n", fault, fault.meaning()))
            .collect(Collectors.joining())
        + """

        Exit status 1 if a promise was broken, 2 if an argument is wrong or a FILE cannot be written.
        What this machine cannot make is "not run": to move a clock takes gcc, and a redis-server on
        the PATH that is linked dynamically.

          --json FILE    writes the figures there too, for machines
          --report FILE  writes them there as a page of Markdown
          --help         this text
        """;
  }

  /**
   * {@return what the arguments say}
   *
   * @throws IllegalArgumentException if one is wrong; the message says which
   */
  static Options of(List<String> args) {
    List<Fault> faults = new ArrayList<>();
    Optional<Path> json = Optional.empty();
    Optional<Path> report = Optional.empty();
    boolean help = false;
    Queue<String> rest = new ArrayDeque<>(args);
    while (!rest.isEmpty()) {
      String arg = rest.remove();
      switch (arg) {
        case "--help" -> help = true;
        case "--json" -> json = Optional.of(file(arg, rest));
        case "--report" -> report = Optional.of(file(arg, rest));
        default -> faults.add(Fault.named(arg));
      }
    }
    return new Options(
        faults.isEmpty() ? Arrays.asList(Fault.values()) : faults, json, report, help);
  }

  private static Path file(String option, Queue<String> rest) {
    if (rest.isEmpty() || rest.element().startsWith("--")) {
      throw new IllegalArgumentException(option + " must be followed by a FILE");
    }
    return Path.of(rest.remove());
  }
}
