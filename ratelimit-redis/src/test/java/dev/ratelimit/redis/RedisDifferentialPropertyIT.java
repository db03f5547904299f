package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.TokenBucket;
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
 * The shipped script answers as the pure algorithm does, whatever the history, and lets keys live
 * until they are full. {@code -Djqwik.tries.default=20000} plays more histories.
 */
class RedisDifferentialPropertyIT {

  private static final String ELSEWHERE = "RATELIMIT_TEST_REDIS";
  private static final long MOST = 1L << 52;

  /** By turns on one key: each tick, and each way to convert. */
  private static final List<Rule> RULES =
      List.of(
          rule(10, Duration.ofSeconds(1), 10),
          rule(3, Duration.ofSeconds(1), 1_000),
          rule(100, Duration.ofMinutes(1), 20),
          rule(999_983, Duration.ofSeconds(1), 50),
          rule(1, Duration.ofDays(30), 1),
          rule(7_000_000, Duration.ofSeconds(1_000), 3),
          rule(9_999_991, Duration.ofDays(30), 100_000),
          rule(999_999, Duration.ofSeconds(1), 5_000_000_000L),
          rule(MOST, Duration.ofSeconds(1), MOST),
          rule(MOST - 1, Duration.ofSeconds(3), MOST));

  private static RedisServer redis;
  private static HandClockStore store;
  private static SimulatedStore pure;
  private static int stories;

  private static Rule rule(long permits, Duration period, long burst) {
    TokenBucket limit = Limit.of(permits, period).withBurst(burst);
    return Rule.of(limit + " in " + limit.units(), limit);
  }

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
    return Move.histories(3);
  }

  @Provide
  Arbitrary<List<Rule>> known() {
    return Arbitraries.of(RULES).list().ofSize(3);
  }

  @Provide
  Arbitrary<List<Rule>> any() {
    return AnyLimits.buckets()
        .map(limit -> Rule.of(limit + " in " + limit.units(), limit))
        .list()
        .ofSize(3)
        .withoutEdgeCases();
  }

  @Property
  void anyHistoryUnderKnownLimits_isAnsweredAsByThePureAlgorithm(
      @ForAll("known") List<Rule> rules, @ForAll("histories") List<Move> history) {
    assertSame(rules, history);
  }

  @Property
  void anyHistoryUnderAnyLimits_isAnsweredAsByThePureAlgorithm(
      @ForAll("any") List<Rule> rules, @ForAll("histories") List<Move> history) {
    assertSame(rules, history);
  }

  private static void assertSame(List<Rule> rules, List<Move> history) {
    Story story = new Story(rules, pure, store, "story " + stories++);

    for (Move move : history) {
      Story.Answers answers = story.play(move);

      assertThat(answers.subject()).as(answers.told()).isEqualTo(answers.model());
    }
  }

  @Property(tries = 300)
  void keyThatIsWritten_livesUntilItIsFullAndTwoMillisecondsAtMost(
      @ForAll("known") List<Rule> rules, @ForAll("histories") List<Move> history) {
    String key = "story " + stories++;
    Story story = new Story(rules, pure, store, key);
    history.forEach(story::play);

    Decision written = store.check(key, story.rule(), 1, story.micros());

    if (written.allowed()) {
      assertThat(Duration.ofMillis(store.lastLifeMillis()))
          .isBetween(written.resetAfter(), written.resetAfter().plusMillis(2));
    }
  }
}
