package dev.ratelimit.testkit.fleet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;
import java.util.random.RandomGenerator.SplittableGenerator;

/**
 * The checks that arrive at the instances of a fleet: independently at random under a load, at
 * exact instants, or both. A load is resolved to milliseconds.
 *
 * <p>Figures are checks a second, at least 0, of the whole fleet where they are called a total, and
 * else of one instance. What arrives depends on the seed alone, whatever befalls the fleet.
 *
 * <p>Immutable.
 */
public final class Traffic {

  /** The key that is checked, unless {@link #withKeys} says otherwise. */
  public static final String KEY = "key";

  private final IntFunction<Load> loads; // of a number of instances
  private final List<Arrival> exact;
  private final Function<RandomGenerator, String> keys;
  private final ToLongFunction<RandomGenerator> costs;

  private Traffic(
      IntFunction<Load> loads,
      List<Arrival> exact,
      Function<RandomGenerator, String> keys,
      ToLongFunction<RandomGenerator> costs) {
    this.loads = loads;
    this.exact = List.copyOf(exact);
    this.keys = Objects.requireNonNull(keys, "keys");
    this.costs = Objects.requireNonNull(costs, "costs");
  }

  private static Traffic of(IntFunction<Load> loads) {
    return new Traffic(loads, List.of(), random -> KEY, random -> 1);
  }

  /**
   * {@return arrivals at random, checks of cost 1 on {@value #KEY}}
   *
   * @param load how many a second
   */
  public static Traffic of(Load load) {
    Objects.requireNonNull(load, "load");
    return of(instances -> load);
  }

  /** {@return no arrivals} */
  public static Traffic none() {
    return of((instance, millis) -> 0);
  }

  /**
   * {@return exactly these arrivals}
   *
   * @param arrivals in any order; those of one instant come in this order. Instances that the fleet
   *     does not have get none
   */
  public static Traffic exactly(List<Arrival> arrivals) {
    return none().and(arrivals);
  }

  /**
   * {@return the same load at every instance}
   *
   * @param totalPerSecond checks a second, in total
   */
  public static Traffic even(double totalPerSecond) {
    return of(instances -> (instance, millis) -> totalPerSecond / instances);
  }

  /**
   * {@return a load of which instance 0 gets one part, and the others equal parts of the rest}
   *
   * @param totalPerSecond checks a second, in total; with one instance all of them
   * @param share of instance 0, from 0 to 1
   */
  public static Traffic skewed(double totalPerSecond, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("share must be from 0 to 1, was " + share);
    }
    return of(
        instances ->
            (instance, millis) ->
                totalPerSecond * (instance == 0 ? share : (1 - share) / (instances - 1)));
  }

  /**
   * {@return a load at one instance at a time, in turn}
   *
   * @param hotPerSecond checks a second at the one whose turn it is
   * @param otherPerSecond checks a second at each other one
   * @param turn how long a turn lasts, at least 1 millisecond
   */
  public static Traffic rotating(double hotPerSecond, double otherPerSecond, Duration turn) {
    long turnMillis = millis("turn", turn);
    return of(
        instances ->
            (instance, millis) ->
                millis / turnMillis % instances == instance ? hotPerSecond : otherPerSecond);
  }

  /**
   * {@return a high load now and then, at all instances at once}
   *
   * @param high the load at the beginning of each period
   * @param length how long it lasts, at least 1 millisecond
   * @param low the load for the rest of the period
   * @param every the period, longer than {@code length}
   */
  public static Traffic pulses(Traffic high, Duration length, Traffic low, Duration every) {
    long highMillis = millis("length", length);
    long everyMillis = millis("every", every);
    if (highMillis >= everyMillis) {
      throw new IllegalArgumentException("length " + length + " must be below every " + every);
    }
    return high.switching(low, millis -> millis % everyMillis < highMillis);
  }

  /**
   * {@return a load, and from an instant on another}
   *
   * @param quiet the first load
   * @param until how long it lasts, at least 1 millisecond
   * @param surge the load from then on
   */
  public static Traffic surge(Traffic quiet, Duration until, Traffic surge) {
    long untilMillis = millis("until", until);
    return quiet.switching(surge, millis -> millis < untilMillis);
  }

  /** Of two with arrivals at exact instants, all of those. */
  private Traffic switching(Traffic other, LongPredicate mine) {
    List<Arrival> both = new ArrayList<>(exact);
    both.addAll(other.exact);
    return new Traffic(
        instances -> {
          Load first = loads.apply(instances);
          Load second = other.loads.apply(instances);
          return (instance, millis) ->
              (mine.test(millis) ? first : second).perSecond(instance, millis);
        },
        both,
        keys,
        costs);
  }

  /**
   * {@return this traffic and further arrivals}
   *
   * @param arrivals in any order
   */
  public Traffic and(List<Arrival> arrivals) {
    List<Arrival> all = new ArrayList<>(exact);
    all.addAll(arrivals);
    return new Traffic(loads, all, keys, costs);
  }

  /**
   * {@return the same arrivals at random with other keys}
   *
   * @param newKeys draws the key of a check
   */
  public Traffic withKeys(Function<RandomGenerator, String> newKeys) {
    return new Traffic(loads, exact, newKeys, costs);
  }

  /**
   * {@return the same arrivals at random with other costs}
   *
   * @param newCosts draws the cost of a check, at least 0
   */
  public Traffic withCosts(ToLongFunction<RandomGenerator> newCosts) {
    return new Traffic(loads, exact, keys, newCosts);
  }

  /** {@return what arrives at one instance, one after the other, until there is no more} */
  Supplier<Optional<Arrival>> arrivals(Span span, SplittableGenerator random) {
    Load load = loads.apply(span.instances());
    PoissonInstants instants = new PoissonInstants(load, span, random.split());
    SplittableGenerator details = random.split();
    Supplier<Optional<Arrival>> drawn =
        () ->
            Optional.of(instants.next())
                .filter(micros -> micros != PoissonInstants.NONE)
                .map(micros -> arrival(micros, span.instance(), details));
    return new MergedArrivals(drawn, exact, span);
  }

  private Arrival arrival(long micros, int instance, RandomGenerator random) {
    return new Arrival(micros, instance, keys.apply(random), costs.applyAsLong(random));
  }

  private static long millis(String name, Duration duration) {
    long millis = duration.toMillis();
    if (millis < 1) {
      throw new IllegalArgumentException(name + " must be at least 1 millisecond, was " + duration);
    }
    return millis;
  }
}
