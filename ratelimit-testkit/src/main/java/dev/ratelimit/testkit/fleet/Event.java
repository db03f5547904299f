package dev.ratelimit.testkit.fleet;

import dev.ratelimit.Limit;
import dev.ratelimit.Rules;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Something that befalls a fleet: a fault, or a change.
 *
 * <p>Instances are counted from 0; one that the fleet does not have ends the run with an {@link
 * IllegalArgumentException}.
 *
 * <p>Immutable.
 */
public final class Event {

  private final Consumer<FleetRun> effect;

  private Event(Consumer<FleetRun> effect) {
    this.effect = effect;
  }

  void happen(FleetRun run) {
    effect.accept(run);
  }

  /**
   * {@return an instance stops for a while, as a suspended machine does: its clock goes on, what is
   * due in it and the replies to it wait until it is resumed, and what would arrive at it is
   * missed}
   *
   * @param instance which
   */
  public static Event pause(int instance) {
    return new Event(run -> run.instance(instance).pause());
  }

  /**
   * {@return a paused instance goes on}
   *
   * @param instance which
   */
  public static Event resume(int instance) {
    return new Event(run -> run.instance(instance).resume());
  }

  /**
   * {@return an instance ends without closing its limiter: nothing happens in it any more, and what
   * would arrive at it is missed. What it has sent still reaches the store}
   *
   * @param instance which
   */
  public static Event kill(int instance) {
    return new Event(run -> run.instance(instance).kill());
  }

  /**
   * {@return an instance ends in good order: it closes its limiter first, unless it is paused. The
   * checks under way are never answered}
   *
   * @param instance which
   */
  public static Event stop(int instance) {
    return new Event(run -> run.instance(instance).stop());
  }

  /**
   * {@return an instance begins anew, with a new limiter; one that runs is killed first}
   *
   * @param instance which
   */
  public static Event restart(int instance) {
    return new Event(run -> run.instance(instance).restart());
  }

  /**
   * {@return from now on an instance puts keys under other rules, as in a rolling deploy}
   *
   * @param instance which
   * @param rules the new ones
   */
  public static Event rules(int instance, Rules rules) {
    Objects.requireNonNull(rules, "rules");
    return new Event(run -> run.instance(instance).follow(rules));
  }

  /**
   * {@return from now on an instance puts all keys under another limit, as in a rolling deploy}
   *
   * @param instance which
   * @param limit the new one
   */
  public static Event limit(int instance, Limit limit) {
    return rules(instance, Rules.all(limit));
  }

  /**
   * {@return from now on so many requests are lost before they reach the store}
   *
   * @param probability from 0, none, to 1, all
   */
  public static Event loseRequests(double probability) {
    double checked = probability(probability);
    return new Event(run -> run.network().setRequestLoss(checked));
  }

  /**
   * {@return from now on so many replies are lost, after the store has done what was asked}
   *
   * @param probability from 0, none, to 1, all
   */
  public static Event loseReplies(double probability) {
    double checked = probability(probability);
    return new Event(run -> run.network().setReplyLoss(checked));
  }

  /**
   * {@return messages sent from now on travel for a time evenly distributed between two bounds}
   *
   * @param least at least 0; rounded down to whole microseconds, as the other is
   * @param most at least {@code least}
   */
  public static Event latency(Duration least, Duration most) {
    Latency latency = Latency.between(least, most);
    return new Event(run -> run.network().setLatency(latency));
  }

  /**
   * {@return the clock of the server steps}
   *
   * @param step in whole microseconds; negative for a step back
   */
  public static Event stepServerClock(Duration step) {
    long micros = TimeUnit.MICROSECONDS.convert(step);
    return new Event(run -> run.server().stepClock(micros));
  }

  /** {@return the store loses what it knows: every key is full} */
  public static Event emptyStore() {
    return new Event(run -> run.server().loseState());
  }

  static double probability(double probability) {
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException("probability must be from 0 to 1, was " + probability);
    }
    return probability;
  }
}
