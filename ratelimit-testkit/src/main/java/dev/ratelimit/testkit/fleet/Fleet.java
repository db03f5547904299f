package dev.ratelimit.testkit.fleet;

import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rules;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.StoreBacked;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * A fleet to be simulated: instances with a limiter each, the store they share, the network
 * between, what arrives and what befalls them. All of it runs in the calling thread, on virtual
 * time.
 *
 * <p>A run is a pure function of what is set here, as long as the limiters draw random numbers only
 * from the generator that they are given, and complete futures on the thread that they are called
 * on ({@code executor(Runnable::run)}). The trap: one thread cannot wait for a reply, so of the
 * store only the asynchronous forms can be used. The synchronous ones throw an {@link
 * UnsupportedOperationException}, but for {@code peek} and {@code reset}, which have no other form:
 * they take no time and are never lost.
 *
 * <p>Not thread-safe. Can be run any number of times.
 *
 * <pre>{@code
 * FleetResult result =
 *     Fleet.of(Limit.perSecond(1_000))
 *         .traffic(Traffic.even(3_000))
 *         .at(Duration.ofSeconds(3), Event.kill(0))
 *         .run(Duration.ofSeconds(12));
 * result.assertWithinBound();
 * }</pre>
 */
public final class Fleet {

  /** The longest run: one day. */
  public static final Duration LONGEST_RUN = Duration.ofDays(1);

  private static final int MOST_INSTANCES = 10_000;
  private static final Instant START = Instant.ofEpochSecond(1_700_000_000);

  private final Rules rules;
  private final Map<Integer, Skew> skews = new HashMap<>();
  private final List<Timed> events = new ArrayList<>();
  private BiFunction<StoreBacked, RandomGenerator, PermitLimiter> limiters =
      (backed, random) -> backed;
  private Optional<TokenBucket> heldAgainst = Optional.empty();
  private Latency latency = new Latency(200, 400);
  private Duration deadline = Duration.ofMillis(50);
  private Traffic traffic = Traffic.none();
  private Traffic foreign = Traffic.none();
  private Instant start = START;
  private int instances = 10;
  private long seed;

  private Fleet(Rules rules) {
    this.rules = Objects.requireNonNull(rules, "rules");
  }

  /**
   * {@return a fleet that puts every key under one limit}
   *
   * @param limit what each key may spend
   */
  public static Fleet of(TokenBucket limit) {
    return new Fleet(Rules.all(limit));
  }

  /**
   * {@return a fleet that puts each key under a rule}
   *
   * @param rules of token buckets; other limits only with {@link #heldAgainst}
   */
  public static Fleet of(Rules rules) {
    return new Fleet(rules);
  }

  /**
   * Sets how many instances there are.
   *
   * @param number from 1 to 10,000; 10 if not set
   * @return this
   */
  public Fleet instances(int number) {
    if (number < 1 || number > MOST_INSTANCES) {
      throw new IllegalArgumentException(
          "instances must be from 1 to " + MOST_INSTANCES + ", were " + number);
    }
    instances = number;
    return this;
  }

  /**
   * Sets what makes the limiter of an instance, at its start and whenever it is restarted. If not
   * set, it asks the store each time.
   *
   * @param limiter given a limiter that asks the store each time, with the instance's clock
   * @return this
   */
  public Fleet limiter(Function<StoreBacked, PermitLimiter> limiter) {
    return limiter((backed, random) -> limiter.apply(backed));
  }

  /**
   * Sets what makes the limiter of an instance, if that draws random numbers.
   *
   * @param limiter given a limiter that asks the store each time, and where to draw from
   * @return this
   */
  public Fleet limiter(BiFunction<StoreBacked, RandomGenerator, PermitLimiter> limiter) {
    limiters = Objects.requireNonNull(limiter, "limiter");
    return this;
  }

  /**
   * Sets how long each message travels, in either direction.
   *
   * @param always at least 0, in whole microseconds
   * @return this
   */
  public Fleet latency(Duration always) {
    return latency(always, always);
  }

  /**
   * Sets how long each message travels, in either direction: evenly distributed between two bounds,
   * so that one may overtake another. From 200 to 400 microseconds if not set.
   *
   * @param least at least 0; rounded down to whole microseconds, as the other is
   * @param most at least {@code least}
   * @return this
   */
  public Fleet latency(Duration least, Duration most) {
    latency = Latency.between(least, most);
    return this;
  }

  /**
   * Sets after how long without a reply a request has failed, by the clock of its instance.
   *
   * @param afterSending more than 0; 50 ms if not set
   * @return this
   */
  public Fleet deadline(Duration afterSending) {
    if (afterSending.isNegative() || afterSending.isZero()) {
      throw new IllegalArgumentException("deadline must be above PT0S, was " + afterSending);
    }
    deadline = afterSending;
    return this;
  }

  /**
   * Sets how many messages are lost, from the beginning, in either direction.
   *
   * @param probability from 0, none, to 1, all
   * @return this
   */
  public Fleet loss(double probability) {
    return at(Duration.ZERO, Event.loseRequests(probability))
        .at(Duration.ZERO, Event.loseReplies(probability));
  }

  /**
   * Sets what arrives at the instances; nothing if not set.
   *
   * @param arriving at them all
   * @return this
   */
  public Fleet traffic(Traffic arriving) {
    traffic = Objects.requireNonNull(arriving, "traffic");
    return this;
  }

  /**
   * Sets what a foreign caller asks, who checks the store directly, under the fleet's first rules
   * and without latency or faults; nothing if not set.
   *
   * @param arriving at that caller, as at instance 0 of a fleet of one
   * @return this
   */
  public Fleet foreign(Traffic arriving) {
    foreign = Objects.requireNonNull(arriving, "traffic");
    return this;
  }

  /**
   * Sets the clock of an instance; it shows the true time if not set.
   *
   * @param instance which, from 0
   * @param ahead by how much, when the run begins; negative if behind; rounded to microseconds
   * @param rate how fast it runs, from 0.5 to 2, in millionths: 1.005 gains 5 ms a second
   * @return this
   */
  public Fleet clock(int instance, Duration ahead, double rate) {
    skews.put(instance, Skew.of(TimeUnit.MICROSECONDS.convert(ahead), rate));
    return this;
  }

  /**
   * Adds an event. Those of one instant happen in the order of adding, before what arrives then.
   *
   * @param sinceBegin when, at least 0
   * @param event what happens
   * @return this
   */
  public Fleet at(Duration sinceBegin, Event event) {
    if (sinceBegin.isNegative()) {
      throw new IllegalArgumentException("an event must be at least at PT0S, was " + sinceBegin);
    }
    events.add(new Timed(TimeUnit.MICROSECONDS.convert(sinceBegin), event));
    return this;
  }

  /**
   * Sets what the admissions of every key are held against; if not set, the limit that the fleet's
   * first rules give it.
   *
   * @param limit the bound
   * @return this
   */
  public Fleet heldAgainst(TokenBucket limit) {
    heldAgainst = Optional.of(limit);
    return this;
  }

  /**
   * Sets when the run begins by the server's clock; in November 2023 if not set.
   *
   * @param instant after the Unix epoch; rounded down to whole microseconds
   * @return this
   */
  public Fleet startingAt(Instant instant) {
    start = Objects.requireNonNull(instant, "instant");
    return this;
  }

  /**
   * Sets what all random numbers come from.
   *
   * @param number any; 0 if not set
   * @return this
   */
  public Fleet seed(long number) {
    seed = number;
    return this;
  }

  /**
   * Runs the fleet from an empty store, until the checks of a span have been answered.
   *
   * @param length for how long checks arrive, more than 0 and at most {@link #LONGEST_RUN}
   * @return what came of it
   * @throws IllegalArgumentException if {@code length} is out of its range, or an event names an
   *     instance that there is not
   * @throws IllegalStateException if a limiter answers by something else than a decision or a
   *     {@link dev.ratelimit.StoreException}
   */
  public FleetResult run(Duration length) {
    if (length.isNegative() || length.isZero() || length.compareTo(LONGEST_RUN) > 0) {
      throw new IllegalArgumentException(
          "length must be above PT0S and at most " + LONGEST_RUN + ", was " + length);
    }
    return new FleetRun(this, TimeUnit.MICROSECONDS.convert(length)).complete().result();
  }

  Plan plan() {
    long startMicros = ChronoUnit.MICROS.between(Instant.EPOCH, start);
    return new Plan(startMicros, rules, heldAgainst, limiters, Map.copyOf(skews));
  }

  int instances() {
    return instances;
  }

  Latency latency() {
    return latency;
  }

  Duration deadline() {
    return deadline;
  }

  Traffic traffic() {
    return traffic;
  }

  Traffic foreign() {
    return foreign;
  }

  List<Timed> events() {
    return List.copyOf(events);
  }

  long seed() {
    return seed;
  }
}
