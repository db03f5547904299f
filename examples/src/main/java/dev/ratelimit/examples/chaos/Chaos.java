package dev.ratelimit.examples.chaos;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;

/** Has faults befall a Redis under load, and prints what became of its callers. */
public final class Chaos {

  static final int KEPT = 0;
  static final int BROKEN = 1;
  static final int USAGE_ERROR = 2;

  static final String USAGE =
      """
      usage: scripts/chaos [FAULT ...]

      Puts real Redis processes under load, has each FAULT befall them (by default all), and prints
      for callers of RedisLimiter and of TieredLimiter, which has a fallback:

        checks     how many there were
        gap ms     for how long Redis answered no check of some key
        longest    the longest check, in ms
        told       checks that ended by a StoreException (RedisLimiter only)
        fallback   checks that the fallback answered (TieredLimiter only)
        escaped    checks that ended by anything else; 0
        uncertain  requests of which it is not known whether they were charged, and how many may be
        doubled    charges that no request explains; 0
        lost       charges that Redis acknowledged and then lost, by asynchronous replication

      FAULT is one of
        cluster-failover, sentinel-failover   a master is killed, and a replica takes over
        cluster-handover, sentinel-handover   an operator orders a replica to take over
        slot-migration                        slots of a cluster move to another master

      Exit status 1 if a promise was broken, 2 if a FAULT is not known.

        --help   this text
      """;

  private Chaos() {}

  /**
   * Runs the faults.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    System.exit(run(List.of(args), System.out, System.err));
  }

  static int run(List<String> args, PrintStream out, PrintStream err) {
    if (args.contains("--help")) {
      out.print(USAGE);
      return KEPT;
    }
    List<Fault> faults;
    try {
      faults =
          args.isEmpty() ? Arrays.asList(Fault.values()) : args.stream().map(Fault::named).toList();
    } catch (IllegalArgumentException e) {
      err.println(e.getMessage());
      return USAGE_ERROR;
    }
    out.println(Row.HEADER);
    boolean kept = true;
    for (Fault fault : faults) {
      for (Row row : Trial.of(fault)) {
        out.println(row);
        kept &= row.isKept();
      }
    }
    return kept ? KEPT : BROKEN;
  }
}
