package dev.ratelimit.examples.demo;

import io.lettuce.core.RedisURI;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * What the demo was asked to do.
 *
 * @param duration how long the load lasts
 * @param instances how many instances of the service share the Redis
 * @param load by how much each tenant's requests are multiplied
 * @param redis where the Redis is; empty for one of the demo's own
 * @param modes how the instances ask Redis, one after the other
 * @param outage whether Redis is killed in the middle
 * @param scrape where what Prometheus would read is saved; empty for nowhere
 * @param help whether only the usage is wanted
 */
record Options(
    Duration duration,
    int instances,
    double load,
    Optional<URI> redis,
    List<Mode> modes,
    boolean outage,
    Optional<Path> scrape,
    boolean help) {

  static final String USAGE =
      """
      usage: scripts/demo [--duration SECONDS] [--instances N] [--load FACTOR] [--mode MODE]
                          [--redis URI] [--outage] [--scrape FILE]

      Starts several instances of an HTTP service that share a Redis. Their tenants have plans of
      different limits; a load generator sends requests, and the view shows who is served and who is
      told to come back later. Ends with a verdict: what each tenant was admitted against the declared
      bound. Exit status 1 if any exceeded it, or was not served at all.

        --duration SECONDS   how long the load lasts, 1 to 3600 (10)
        --instances N        how many instances share the limits, 1 to 16 (3)
        --load FACTOR        multiplies every tenant's requests, 0.1 to 20 (1)
        --mode MODE          strict, one call to Redis a check; or leased, in blocks for busy tenants;
                             by default first strict and then leased, for half of the time each, and
                             how many calls that saves
        --redis URI          the Redis to use, such as redis://localhost; by default the demo starts
                             one, redis-server of the PATH or else the bundled one
        --outage             leased, and kills Redis after a third of the time and starts it again,
                             empty, after two thirds; not with --redis
        --scrape FILE        saves at the end what Prometheus reads of one instance, at /metrics
        --help               this text
      """;

  private static final double MOST_SECONDS = 3_600;
  private static final double MOST_LOAD = 20;
  private static final double MOST_INSTANCES = 16;

  static Options parse(String... args) {
    Options options =
        new Options(
            Duration.ofSeconds(10),
            3,
            1,
            Optional.empty(),
            List.of(Mode.values()),
            false,
            Optional.empty(),
            false);
    Deque<String> left = new ArrayDeque<>(List.of(args));
    while (!left.isEmpty()) {
      options = options.with(left.removeFirst(), left);
    }
    if (options.outage && options.redis.isPresent()) {
      throw new IllegalArgumentException("--outage kills Redis, so it goes only without --redis");
    }
    return options;
  }

  private Options with(String option, Deque<String> left) {
    return switch (option) {
      case "--duration" -> {
        long millis = Math.round(number(option, left, 1, MOST_SECONDS) * 1_000);
        yield new Options(
            Duration.ofMillis(millis), instances, load, redis, modes, outage, scrape, help);
      }
      case "--instances" -> {
        int number = (int) number(option, left, 1, MOST_INSTANCES);
        yield new Options(duration, number, load, redis, modes, outage, scrape, help);
      }
      case "--load" -> {
        double factor = number(option, left, 0.1, MOST_LOAD);
        yield new Options(duration, instances, factor, redis, modes, outage, scrape, help);
      }
      case "--redis" -> {
        URI uri = redis(option, value(option, left));
        yield new Options(duration, instances, load, Optional.of(uri), modes, outage, scrape, help);
      }
      case "--mode" -> {
        Mode mode = Mode.named(option, value(option, left));
        yield new Options(duration, instances, load, redis, List.of(mode), outage, scrape, help);
      }
      case "--outage" ->
          new Options(duration, instances, load, redis, List.of(Mode.LEASED), true, scrape, help);
      case "--scrape" -> {
        Optional<Path> file = Optional.of(Path.of(value(option, left)));
        yield new Options(duration, instances, load, redis, modes, outage, file, help);
      }
      case "--help", "-h" ->
          new Options(duration, instances, load, redis, modes, outage, scrape, true);
      default -> throw new IllegalArgumentException("unknown option " + option);
    };
  }

  private static URI redis(String option, String text) {
    try {
      URI uri = URI.create(text);
      RedisURI.create(uri);
      if ("redis".equals(uri.getScheme()) && uri.getHost() != null) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(option + " must be a URI of Redis: " + e.getMessage(), e);
    }
    throw new IllegalArgumentException(option + " must begin with redis://host, was " + text);
  }

  private static double number(String option, Deque<String> left, double least, double most) {
    String text = value(option, left);
    double value;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(option + " must be a number, was " + text, e);
    }
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(
          option + " must be from " + text(least) + " to " + text(most) + ", was " + text);
    }
    return value;
  }

  private static String text(double bound) {
    return bound == Math.rint(bound) ? Long.toString((long) bound) : Double.toString(bound);
  }

  private static String value(String option, Deque<String> left) {
    if (left.isEmpty()) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return left.removeFirst();
  }
}
