package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.core.store.Demand;
import dev.ratelimit.core.store.LeaseCall;
import dev.ratelimit.testkit.SimulatedStore;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Several keys checked by one script call are decided as if all were looked at, and then all were
 * checked unless a look was denied. The clock steps back, limits change, and permits are leased.
 */
@RedisTest
class RedisTogetherPropertyIT {

  private static final int HISTORIES = 500;
  private static final int CALLS = 20;
  private static final int KEYS = 6;

  private static final List<Rule> RULES =
      List.of(
          Rule.of("quick", Limit.perSecond(10)),
          Rule.of("steady", Limit.perMinute(100).withBurst(20)),
          Rule.of("seconds", Limit.of(9_999_991, Duration.ofDays(30)).withBurst(30)));

  private final SimulatedStore pure = new SimulatedStore();
  private Random random;
  private String story;
  private long micros;

  @Test
  void anyHistory_isAnsweredAsByLooksAndThenChecks(RedisServer redis) {
    try (HandClockStore store = HandClockStore.ofCallers(redis)) {
      for (int seed = 0; seed < HISTORIES; seed++) {
        random = new Random(seed);
        story = "story " + seed + ", key ";
        micros = 1_767_225_600_000_000L;
        for (int call = 0; call < CALLS; call++) {
          micros += pause();
          lease(store);
          List<Demand> demands = demands();

          List<Decision> decisions = store.checkTogether(demands, micros).orElseThrow();

          assertThat(decisions).as("seed %s, call %s", seed, call).isEqualTo(byThePure(demands));
        }
      }
    }
  }

  private long pause() {
    return switch (random.nextInt(8)) {
      case 0 -> -random.nextInt(2_000_000);
      case 1, 2 -> random.nextInt(2_000_000);
      case 3 -> random.nextInt(100_000);
      default -> 0;
    };
  }

  private void lease(HandClockStore store) {
    if (random.nextInt(6) == 0) {
      String key = story + random.nextInt(KEYS);
      Rule rule = rule();
      LeaseCall call = LeaseCall.grant(1 + random.nextInt(5));
      assertThat(store.lease(key, rule, call, micros))
          .isEqualTo(pure.lease(key, rule, call, micros));
    }
  }

  private Rule rule() {
    return RULES.get(random.nextInt(4) == 0 ? random.nextInt(RULES.size()) : 0);
  }

  private List<Demand> demands() {
    List<Integer> keys = new ArrayList<>(IntStream.range(0, KEYS).boxed().toList());
    Collections.shuffle(keys, random);
    return keys.subList(0, 1 + random.nextInt(KEYS - 1)).stream()
        .map(key -> new Demand(story + key, rule(), 1 + random.nextInt(5)))
        .toList();
  }

  private List<Decision> byThePure(List<Demand> demands) {
    List<Decision> looks =
        demands.stream().map(one -> pure.peek(one.key(), one.rule(), one.cost(), micros)).toList();
    return looks.stream().allMatch(Decision::allowed)
        ? demands.stream()
            .map(one -> pure.check(one.key(), one.rule(), one.cost(), micros))
            .toList()
        : looks;
  }
}
