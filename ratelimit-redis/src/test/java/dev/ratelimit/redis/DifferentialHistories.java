package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.testkit.SimulatedStore;
import dev.ratelimit.testkit.redis.RedisServer;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * What the shipped script of a kind of limit has in common with the pure algorithm, whatever the
 * history: the clock steps back and limits change on the way. {@code -Djqwik.tries.default=20000}
 * plays more histories.
 */
abstract class DifferentialHistories {

  static final int LIMITS = 3;
  static final Duration MICRO = Duration.ofNanos(1_000);

  private static final String ELSEWHERE = "RATELIMIT_TEST_REDIS";

  private static RedisServer redis;
  private static HandClockStore store;
  private static SimulatedStore pure;
  private static int stories;

  /** {@return limits that take each other's place, among them each way to convert} */
  abstract List<Limit> chosen();

  /** {@return any limit of the kind} */
  abstract Arbitrary<Limit> any();

  /** {@return what is done to keys} */
  abstract Arbitrary<List<Move>> moves();

  /** This engine knows no extension that would hand in the server. */
  @BeforeContainer
  static void open() {
    String uri = System.getProperty(ELSEWHERE, System.getenv(ELSEWHERE));
    redis = uri == null ? RedisServer.start() : RedisServer.at(URI.create(uri));
    redis.flush();
    store = HandClockStore.ofCallers(redis);
    pure = new SimulatedStore();
  }

  @AfterContainer
  static void close() {
    store.close();
    redis.close();
  }

  @Provide
  Arbitrary<List<Move>> histories() {
    return moves();
  }

  @Provide
  Arbitrary<List<Rule>> chosenRules() {
    return rules(Arbitraries.of(chosen()));
  }

  @Provide
  Arbitrary<List<Rule>> anyRules() {
    return rules(any());
  }

  private static Arbitrary<List<Rule>> rules(Arbitrary<Limit> limits) {
    return limits
        .map(limit -> Rule.of(limit.toString(), limit))
        .list()
        .ofSize(LIMITS)
        .withoutEdgeCases();
  }

  @Property
  void anyHistoryUnderChosenLimits_isAnsweredAsByThePureAlgorithm(
      @ForAll("chosenRules") List<Rule> rules, @ForAll("histories") List<Move> history) {
    assertSame(rules, history);
  }

  @Property
  void anyHistoryUnderAnyLimits_isAnsweredAsByThePureAlgorithm(
      @ForAll("anyRules") List<Rule> rules, @ForAll("histories") List<Move> history) {
    assertSame(rules, history);
  }

  static void assertSame(List<Rule> rules, List<Move> history) {
    Story story = story(rules);

    for (Move move : history) {
      Story.Answers answers = story.play(move);

      assertThat(answers.subject()).as(answers.told()).isEqualTo(answers.model());
    }
  }

  private static Story story(List<Rule> rules) {
    return new Story(rules, pure, store, "story " + stories++);
  }

  @Property(tries = 300)
  void keyThatIsWritten_livesUntilItIsFullAndTwoMillisecondsAtMost(
      @ForAll("chosenRules") List<Rule> rules, @ForAll("histories") List<Move> history) {
    Story story = story(rules);
    history.forEach(story::play);
    Decision written = store.check(story.key(), story.rule(), 1, story.micros());
    Duration untilFull = untilFull(store.value(story.key()), written, story.micros());

    if (written.allowed()) {
      assertThat(Duration.ofMillis(store.lastLifeMillis()))
          .isBetween(untilFull, untilFull.plusMillis(2))
          .isGreaterThanOrEqualTo(written.resetAfter());
    }
  }

  /** {@return when a key that has just been written is full again, from then on} */
  Duration untilFull(byte[] value, Decision written, long micros) {
    return written.resetAfter();
  }

  /** A look first, which writes back what a changed limit or a step back of the clock has left. */
  @Property(tries = 300)
  void denial_writesNothingAndEndsExactlyWhenItSays(
      @ForAll("chosenRules") List<Rule> rules, @ForAll("histories") List<Move> history) {
    Story story = story(rules);
    history.forEach(story::play);
    Rule rule = story.rule();
    long most = rule.limit().mostPermits();
    long left = store.peek(story.key(), rule, 1, story.micros()).remaining();
    long cost = Math.min(most, left + 1);
    byte[] before = store.value(story.key());
    store.forgetLife();

    Decision denied = store.check(story.key(), rule, cost, story.micros());

    assertThat(denied.remaining()).isBetween(0L, most);
    if (!denied.allowed()) {
      assertThat(store.value(story.key())).isEqualTo(before);
      assertThat(store.lastLifeMillis()).isZero();
      assertEndsAfter(denied.retryAfter(), story, cost);
    }
  }

  private static void assertEndsAfter(Duration wait, Story story, long cost) {
    long end = story.micros() + wait.toNanos() / 1_000;
    Decision early = store.peek(story.key(), story.rule(), cost, end - 1);
    Decision inTime = store.peek(story.key(), story.rule(), cost, end);

    assertThat(wait).isPositive();
    assertThat(early.allowed()).isFalse();
    assertThat(early.retryAfter()).isEqualTo(MICRO);
    assertThat(inTime.allowed()).isTrue();
  }
}
