package dev.ratelimit.examples.pictures;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.algorithm.KeyState;
import dev.ratelimit.core.algorithm.Step;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.bucket.Bucket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One key under 4 permits a second with a burst of 8, as the algorithm decides about it. */
final class BucketPicture {

  static final TokenBucket LIMIT = Limit.perSecond(4).withBurst(8);

  private static final long END_MICROS = 5_000_000;
  private static final double MICROS_PER_SECOND = 1e6;
  private static final BucketUnits UNITS = LIMIT.units();

  private static final List<Ask> ASKED =
      List.of(
          new Ask(500_000, 5),
          new Ask(1_000_000, 4),
          new Ask(1_250_000, 4),
          new Ask(1_750_000, 4),
          new Ask(2_250_000, 1));

  /**
   * A check.
   *
   * @param micros when
   * @param cost how much
   */
  record Ask(long micros, long cost) {}

  /**
   * What became of a check.
   *
   * @param ask the check
   * @param verdict the answer
   * @param before how much was there
   * @param after how much was left
   */
  record Answer(Ask ask, Verdict verdict, double before, double after) {}

  private @Nullable KeyState state;

  private Answer answer(Ask ask) {
    double before = level(ask.micros());
    Step<Verdict> step = Bucket.at(state, UNITS, ask.micros()).check(ask.cost());
    if (step.written()) {
      state = step.state();
    }
    return new Answer(ask, step.answer(), before, level(ask.micros()));
  }

  private double level(long micros) {
    long debt = Bucket.at(state, UNITS, micros).owed().answer().debt();
    return (UNITS.capacity() - debt) / (double) UNITS.unitsPerPermit();
  }

  static List<Answer> answers() {
    BucketPicture key = new BucketPicture();
    return ASKED.stream().map(key::answer).toList();
  }

  /** {@return how much was there at which instant: a step at each check, and straight between} */
  static List<Point> levels() {
    BucketPicture key = new BucketPicture();
    List<Point> levels = new ArrayList<>(List.of(new Point(0, key.level(0))));
    for (Ask ask : ASKED) {
      Answer answer = key.answer(ask);
      levels.add(new Point(ask.micros() / MICROS_PER_SECOND, answer.before()));
      levels.add(new Point(ask.micros() / MICROS_PER_SECOND, answer.after()));
    }
    long last = ASKED.get(ASKED.size() - 1).micros();
    long full =
        last + Bucket.at(key.state, UNITS, last).peek(0).answer().report().resetAfterMicros();
    levels.add(new Point(full / MICROS_PER_SECOND, key.level(full)));
    levels.add(new Point(END_MICROS / MICROS_PER_SECOND, key.level(END_MICROS)));
    return levels;
  }

  static String svg() {
    Chart chart =
        new Chart("Limit.perSecond(4).withBurst(8): permits that are there", 5, 8)
            .axes(1, 2, "seconds")
            .curve(Ink.LINE, levels());
    answers().forEach(answer -> draw(chart, answer));
    return chart
        .word(new Point(4, 8), 10, 20, Ink.TEXT, "full: never fuller")
        .word(new Point(3, 4), 14, 10, Ink.TEXT, "4 come back a second")
        .svg();
  }

  private static void draw(Chart chart, Answer answer) {
    double seconds = answer.ask().micros() / MICROS_PER_SECOND;
    Point at = new Point(seconds, answer.after());
    if (answer.verdict().granted()) {
      chart
          .dot(Ink.ALLOWED, at)
          .word(
              at,
              answer.after() == 0 ? -30 : 8,
              answer.after() == 0 ? -6 : 16,
              Ink.ALLOWED,
              "−" + answer.ask().cost());
      return;
    }
    double until = seconds + answer.verdict().retryAfterMicros() / MICROS_PER_SECOND;
    Point retry = new Point(until, answer.ask().cost());
    chart
        .cross(Ink.DENIED, at)
        .dashed(Ink.DENIED, List.of(at, new Point(seconds, retry.y()), retry))
        .word(new Point(seconds, retry.y()), 6, -26, Ink.DENIED, "4 wanted, 2 there: denied,")
        .word(new Point(seconds, retry.y()), 6, -10, Ink.DENIED, "retryAfter 0.5 s, costs nothing");
  }
}
