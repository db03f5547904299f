package dev.ratelimit.testkit.fleet;

import dev.ratelimit.Origin;
import java.util.EnumMap;
import java.util.Map;

/**
 * What one instance, or all, asked and were answered.
 *
 * <p>Immutable.
 *
 * @param offered checks that reached the limiter
 * @param admitted checks that were allowed
 * @param denied checks that were not
 * @param failed checks that ended with a {@link dev.ratelimit.StoreException}
 * @param missed checks that came while the instance was paused or not running, and so never reached
 *     a limiter; not among the offered
 * @param demanded permits of the offered checks
 * @param granted permits of the admitted checks
 * @param calls requests sent to the store, lost ones included
 * @param answers how many decisions, allowed or not, each origin gave
 */
public record Tally(
    long offered,
    long admitted,
    long denied,
    long failed,
    long missed,
    long demanded,
    long granted,
    long calls,
    Map<Origin, Long> answers) {

  /**
   * Copies the answers.
   *
   * @param offered any
   * @param admitted any
   * @param denied any
   * @param failed any
   * @param missed any
   * @param demanded any
   * @param granted any
   * @param calls any
   * @param answers copied
   */
  public Tally {
    answers = Map.copyOf(answers);
  }

  /**
   * {@return how many of the offered checks were never answered: they were under way when their
   * instance ended, or was paused for good}
   */
  public long unanswered() {
    return offered - admitted - denied - failed;
  }

  /**
   * {@return how many decisions an origin gave}
   *
   * @param origin whose
   */
  public long answers(Origin origin) {
    return answers.getOrDefault(origin, 0L);
  }

  /**
   * {@return the sums of two}
   *
   * @param other to be added
   */
  public Tally plus(Tally other) {
    Map<Origin, Long> sum = new EnumMap<>(Origin.class);
    sum.putAll(answers);
    other.answers.forEach((origin, number) -> sum.merge(origin, number, Long::sum));
    return new Tally(
        offered + other.offered,
        admitted + other.admitted,
        denied + other.denied,
        failed + other.failed,
        missed + other.missed,
        demanded + other.demanded,
        granted + other.granted,
        calls + other.calls,
        sum);
  }

  static Tally none() {
    return new Count().tally();
  }
}
