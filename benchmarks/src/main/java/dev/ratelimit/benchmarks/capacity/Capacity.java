package dev.ratelimit.benchmarks.capacity;

import static dev.ratelimit.benchmarks.capacity.RowNames.BATCH;
import static dev.ratelimit.benchmarks.capacity.RowNames.LEASED_HOT_FLEET;
import static dev.ratelimit.benchmarks.capacity.RowNames.LEASED_ZIPF_FLEET;
import static dev.ratelimit.benchmarks.capacity.RowNames.SCRIPT_CALLS;
import static dev.ratelimit.benchmarks.capacity.RowNames.SINGLE;
import static dev.ratelimit.benchmarks.capacity.RowNames.UNIFORM_FLEET;
import static dev.ratelimit.benchmarks.capacity.RowNames.ZIPF_FLEET;

import dev.ratelimit.benchmarks.compare.report.Report;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The page that tells how many servers a load takes. */
public final class Capacity {

  private static final List<Long> LOADS = List.of(50_000L, 1_000_000L, 10_000_000L);
  private static final List<Long> KEYS = List.of(1_600_000L, 10_000_000L);

  private static final List<Way> WAYS =
      List.of(
          new Way("strict, one check a call, one call at a time", RowNames.ALONE_CPU, SINGLE),
          new Way("strict, one check a call, 64 calls a packet", RowNames.SINGLE_CPU, SINGLE),
          new Way("strict, 64 keys a call, 64 calls a packet", RowNames.BATCH_CPU, BATCH),
          Way.fleet("strict, fleet, keys uniform", UNIFORM_FLEET),
          Way.fleet("strict, fleet, keys zipf 0.99", ZIPF_FLEET),
          Way.fleet("leased, fleet, keys zipf 0.99", LEASED_ZIPF_FLEET),
          Way.fleet("leased, fleet, one key", LEASED_HOT_FLEET));

  private static final String FLEET_CALLS = UNIFORM_FLEET + SCRIPT_CALLS;
  private static final String LEASED_CALLS = LEASED_ZIPF_FLEET + SCRIPT_CALLS;
  private static final String STRICT_CALLS = ZIPF_FLEET + SCRIPT_CALLS;

  private static final double NANOS_PER_SECOND = 1e9;

  private final Report report;
  private final double referenceNanos;
  private final double bytesPerKey;
  private final List<Price> prices;
  private final Page page = new Page();

  private Capacity(Report report) {
    this.report = report;
    referenceNanos = Page.rounded(report.peer(RowNames.SINGLE_CPU));
    bytesPerKey = Page.rounded(report.ratio(RowNames.MEMORY));
    prices = WAYS.stream().map(way -> way.price(report, referenceNanos)).toList();
  }

  /** {@return the page in Markdown; empty if a row that it needs was not measured} */
  public static Optional<String> page(Report report) {
    return rows().allMatch(report::has)
        ? Optional.of(new Capacity(report).written())
        : Optional.empty();
  }

  /** {@return the names of the rows that the page needs} */
  public static Stream<String> rows() {
    return Stream.concat(
        WAYS.stream().flatMap(Way::rows),
        Stream.of(RowNames.MEMORY, RowNames.ONE_KEY_CPU, FLEET_CALLS, STRICT_CALLS, LEASED_CALLS));
  }

  private String written() {
    head();
    figures();
    assumptions();
    cores();
    memory();
    together();
    oneKey();
    leases();
    yours();
    return page.toString();
  }

  private void head() {
    page.add(
        """
        # Capacity

        How many Redis servers a load takes. Reckoned by `scripts/bench` from what it measured, in
        [benchmarks.json](benchmarks.json); a test reckons it anew.

        The figures are those of one machine: %s. The server and its callers share its processors.
        So costs are given in parts of REF, a bare `EVALSHA` of `return 1`, which is quickly measured
        [on your server](#on-your-server).
        """,
        report.run(RowNames.SINGLE_CPU));
  }

  private void figures() {
    page.add(
        """
        ## What was measured

        To three digits, with which the rest is reckoned.

        REF: %s ns of server CPU, so that a core makes 10^9 / %1$s = %s of it a second. A key takes %s B
        of the server's memory, its part of the tables included. *Fleet* is 8 instances with 8 callers each,
        who wait for their answers; on uniform keys they made %s script calls a check.

        | way of a check | server CPU / REF | ns | bytes received | bytes sent |
        |---|---|---|---|---|""",
        Page.number(referenceNanos),
        Page.number(NANOS_PER_SECOND / referenceNanos),
        Page.number(bytesPerKey),
        Page.number(report.ratio(FLEET_CALLS)));
    for (Price price : prices) {
      page.add(
          "| %s | %s | %s | %s | %s |",
          price.way(),
          Page.number(price.references()),
          Page.number(price.nanos()),
          Page.number(price.receivedBytes()),
          Page.number(price.sentBytes()));
    }
  }

  private void assumptions() {
    page.add(
        """

        ## What is assumed

        | matter | here |
        |---|---|
        | a server | one master, which runs scripts on one core; %s GB of memory; %s MB/s of network each way |
        | headroom | %s of a core, of the memory and of the network is planned with |
        | replicas | besides: one for each master doubles the servers. What a master spends on its replica is not measured here |
        | network | what the server counts; headers of TCP and IP, some 40 bytes a packet, are within the headroom |
        | keys | spread evenly over the servers |
        """,
        Page.number(Servers.MEMORY_BYTES / 1e9),
        Page.number(Servers.NETWORK_BYTES / 1e6),
        Page.number(Servers.USED));
  }

  private void cores() {
    page.add(
        """
        ## Servers for checks

        Cores are checks a second * (server CPU / REF) * REF / 10^9. Servers are cores / %s, rounded up; or, if that is
        more, MB/s / %s / %1$s.

        | checks/s | way | cores | MB/s in, out | servers |
        |---|---|---|---|---|""",
        Page.number(Servers.USED), Page.number(Servers.NETWORK_BYTES / 1e6));
    for (long load : LOADS) {
      for (Price price : prices) {
        Servers servers = Servers.of(price, bytesPerKey, load, 0);
        page.add(
            "| %,d | %s | %1$,d * %s * %s / 10^9 = %s | %s, %s | %s / %s, so **%,d**%s |",
            load,
            price.way(),
            Page.number(price.references()),
            Page.number(referenceNanos),
            Page.number(price.cores(load)),
            Page.number(load * price.receivedBytes() / 1e6),
            Page.number(load * price.sentBytes() / 1e6),
            Page.number(price.cores(load)),
            Page.number(Servers.USED),
            servers.all(),
            servers.scarce().equals("network") ? " for the network" : "");
      }
    }
  }

  private void memory() {
    page.add(
        """

        ## Memory for keys

        Of a token bucket. While permits of a key are out on lease, it takes up to 104 B more.

        | live keys | memory | servers |
        |---|---|---|""");
    for (long keys : KEYS) {
      double megabytes = keys * bytesPerKey / 1e6;
      page.add(
          "| %,d | %1$,d * %s B = %s MB | %s / %s / %s, so **%d** |",
          keys,
          Page.number(bytesPerKey),
          Page.number(megabytes),
          Page.number(megabytes),
          Page.number(Servers.MEMORY_BYTES / 1e6),
          Page.number(Servers.USED),
          Servers.of(prices.get(0), bytesPerKey, 0, keys).forMemory());
    }
  }

  private void together() {
    page.add(
        """

        ## Both together

        Servers, and what they are needed for.

        | way | live keys | %s |
        |---|---|---|---|---|""",
        String.join(
            " | ",
            LOADS.stream().map(load -> String.format(Locale.ROOT, "%,d checks/s", load)).toList()));
    for (Price price : prices) {
      for (long keys : KEYS) {
        page.add(
            "| %s | %,d | %s |",
            price.way(),
            keys,
            String.join(
                " | ",
                LOADS.stream()
                    .map(load -> Servers.of(price, bytesPerKey, load, keys))
                    .map(
                        servers ->
                            String.format(Locale.ROOT, "%,d, %s", servers.all(), servers.scarce()))
                    .toList()));
      }
    }
  }

  private void oneKey() {
    double references = Page.rounded(report.ratio(RowNames.ONE_KEY_CPU));
    page.add(
        """

        ## One key

        All checks of a key go to one server, whatever the number of servers. Without leases it answers at most
        %s / (%s * %s ns) = **%s** of them a second, 64 in each call. What is above that needs leases.
        """,
        Page.number(Servers.USED),
        Page.number(references),
        Page.number(referenceNanos),
        Page.number(Servers.USED * NANOS_PER_SECOND / (references * referenceNanos)));
  }

  private void leases() {
    page.add(
        """
        ## What leases save

        On zipf keys the leased fleet made %s script calls a check, the same fleet without leases %s; what is left is
        checks of keys that are not leased, and calls for those that are. A key is leased in an instance that checks it more
        than 20 times a second. So leases save what busy keys cost, and nothing else: 1,000,000 checks/s, spread evenly over 1,600,000
        keys and 100 instances, are 1,000,000 / 1,600,000 / 100 = 0.006 checks a second of a key in an instance, none of
        them leased, and the lines of the strict fleet hold. The other end is one key: its line is that of a fleet whose every
        check is leased. A lease is of what is asked for in a second at most, so calls come by time, a few a second from each instance, and not
        by check: that line is of the rate that was measured, in a stretch hardly longer than a lease, and at other rates says
        no more than that the cost is next to nothing.
        """,
        Page.number(report.ratio(LEASED_CALLS)), Page.number(report.ratio(STRICT_CALLS)));
  }

  private void yours() {
    page.add(
        """
        ## On your server

            redis-cli SCRIPT LOAD 'return 1'
            redis-cli INFO cpu
            redis-benchmark -c 1 -P 64 -n 2000000 EVALSHA e0e1f9fabfc9d4800c877a703b823ac0578ff8db 1 key 100000000 30000000 1
            redis-cli INFO cpu

        REF is by how much `used_cpu_sys` + `used_cpu_user` has grown, divided by 2,000,000. Multiply the cores above by your
        REF / %s ns, divide them by %s and round up. A call that comes alone costs more for being read and written than for its
        script: the first way, and fleets of few callers, scale with `PING` unpipelined. `scripts/bench` on your machine, with its own
        Redis, measures all of it and writes this page anew.
        """,
        Page.number(referenceNanos), Page.number(Servers.USED));
  }
}
