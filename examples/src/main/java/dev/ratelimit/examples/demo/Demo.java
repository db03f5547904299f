package dev.ratelimit.examples.demo;

import dev.ratelimit.examples.bound.Bound;
import dev.ratelimit.testkit.redis.RedisServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.LogManager;

/** Runs the service under load, shows it live, and judges it. */
public final class Demo {

  private static final int FAILED = 1;
  private static final int USAGE_ERROR = 2;

  private Demo() {}

  /**
   * Runs the demo.
   *
   * @param args see {@code --help}
   * @throws Exception if the service cannot be started
   */
  public static void main(String[] args) throws Exception {
    Options options;
    try {
      options = Options.parse(args);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage() + "\n\n" + Options.USAGE);
      System.exit(USAGE_ERROR);
      return;
    }
    if (options.help()) {
      System.out.print(Options.USAGE);
      return;
    }
    // What the library and its driver log would run through the view, which shows the same.
    LogManager.getLogManager().reset();
    List<Verdict> verdicts = run(options);
    Savings.of(verdicts).ifPresent(System.out::println);
    Runtime.getRuntime().halt(verdicts.stream().allMatch(Verdict::passed) ? 0 : FAILED);
  }

  private static List<Verdict> run(Options options) throws IOException, InterruptedException {
    CountDownLatch stopped = stoppedByTheUser();
    System.out.println(Tenant.plans(Tenant.all()));
    List<Verdict> verdicts = new ArrayList<>();
    try (RedisServer redis = options.redis().map(RedisServer::at).orElseGet(RedisServer::start)) {
      for (Mode mode : options.modes()) {
        if (stopped.getCount() > 0) {
          verdicts.add(run(options, mode, redis, stopped));
        }
      }
    }
    return verdicts;
  }

  private static Verdict run(Options options, Mode mode, RedisServer redis, CountDownLatch stopped)
      throws IOException, InterruptedException {
    List<Tenant> tenants = Tenant.all();
    Events events = new Events();
    View view =
        new View(System.out, System.getenv("DEMO_ON_TERMINAL") != null, mode, tenants, events);
    double seconds = options.duration().toMillis() / 1_000.0 / options.modes().size();
    try (Fleet fleet = new Fleet(redis.uri(), mode, options.instances(), tenants, events)) {
      fleet.warmUp(tenants);
      events.start();
      Outage outage = new Outage(redis, seconds, options.outage());
      long start = System.nanoTime();
      try (Load load = new Load(fleet.uris(), tenants, options.load())) {
        while (seconds(start) < seconds && !stopped.await(1, TimeUnit.SECONDS)) {
          outage.at(seconds(start));
          view.show(seconds(start), outage.isOn(), fleet.denied());
        }
        load.stop();
        if (options.scrape().isPresent()) {
          Scrape.save(fleet.uris().get(0), options.scrape().get());
        }
        Bound bound = new Bound(seconds(start), options.instances(), events.outages());
        Outage.Recovery recovery = outage.recovery(events);
        boolean early = stopped.getCount() == 0;
        Verdict verdict =
            new Verdict(
                mode,
                tenants,
                bound,
                load.unanswered(),
                load.leftOut(),
                events.storeCalls(),
                events.checks().withoutRedis(),
                recovery,
                early);
        verdict.print(System.out);
        return verdict;
      }
    }
  }

  private static double seconds(long startNanos) {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  /** {@return a latch that Ctrl-C opens; the process then ends after the verdict} */
  private static CountDownLatch stoppedByTheUser() {
    CountDownLatch stop = new CountDownLatch(1);
    Thread main = Thread.currentThread();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  stop.countDown();
                  joinUninterrupted(main);
                }));
    return stop;
  }

  private static void joinUninterrupted(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
