package dev.ratelimit.testkit.fleet;

import java.time.Duration;
import java.util.Locale;

/**
 * The shapes of traffic that a limiter of a fleet should bear, with figures that fit {@link #FLEET}
 * instances under a limit of 1,000 a second with a burst of as much.
 *
 * <p>Immutable.
 */
public enum Shape {
  /** Each instance gets the same, together less than the limit. */
  EVEN_BELOW(12_000),
  /** Each instance gets the same, together three times the limit. */
  EVEN_ABOVE(12_000),
  /** One instance gets 82 % of three times the limit. */
  SKEWED(12_000),
  /** One instance gets three times the limit, the others nothing. */
  ALONE(12_000),
  /** All instances get much for 100 ms of each 700, and else next to nothing. */
  PULSES(12_000),
  /** One instance at a time gets 700 a second, for 60 ms; now and then all get more. */
  ROTATING_FAST(12_000),
  /** One instance at a time gets 900 a second, for 200 ms; now and then all get five hundred. */
  ROTATING_SLOWLY(12_000),
  /** Next to nothing for 4 s, and then, for 60 ms, fifty times the limit. */
  SURGE(4_060),
  /** From nothing to six times the limit within 2 s, again and again. */
  RAMPS(12_000),
  /** Each instance gets the same, checks of cost 1 to 20, together three times the limit. */
  COSTS(12_000);

  /** The number of instances that the figures are made for. */
  public static final int FLEET = 10;

  private final long lengthMillis;

  Shape(long lengthMillis) {
    this.lengthMillis = lengthMillis;
  }

  /** {@return the traffic} */
  public Traffic traffic() {
    return switch (this) {
      case EVEN_BELOW -> Traffic.even(700);
      case EVEN_ABOVE -> Traffic.even(3_000);
      case SKEWED -> Traffic.skewed(3_000, 0.82);
      case ALONE -> Traffic.skewed(3_000, 1);
      case PULSES -> Traffic.pulses(Traffic.even(9_000), ms(100), Traffic.even(10), ms(700));
      case ROTATING_FAST -> rotating(Traffic.rotating(700, 0.5, ms(60)), 2_400, 8_000, 3_000);
      case ROTATING_SLOWLY -> rotating(Traffic.rotating(900, 1, ms(200)), 6_000, 5_000, 8_000);
      case SURGE -> Traffic.surge(Traffic.even(20), ms(4_000), Traffic.even(50_000));
      case RAMPS -> Traffic.of((instance, millis) -> millis % 2_000 * 0.3);
      case COSTS -> Traffic.even(286).withCosts(random -> random.nextLong(1, 21));
    };
  }

  private static Traffic rotating(
      Traffic hot, long hotMillis, double totalPerSecond, long everyMillis) {
    return Traffic.pulses(hot, ms(hotMillis), Traffic.even(totalPerSecond), ms(everyMillis));
  }

  /** {@return for how long it is to be run} */
  public Duration length() {
    return ms(lengthMillis);
  }

  /** {@return the name in lower case, as in {@code rotating-fast}} */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Duration ms(long millis) {
    return Duration.ofMillis(millis);
  }
}
