package dev.ratelimit.testkit.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import java.time.Duration;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever befalls a fleet that asks the store each time, the store's limit is kept. */
class FleetPropertyTest {

  private static final TokenBucket LIMIT = Limit.perSecond(300).withBurst(200);
  private static final int LENGTH_MILLIS = 2_000;

  private static Fleet troubled(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Fleet fleet =
        Fleet.of(LIMIT)
            .seed(seed)
            .instances(12)
            .latency(millis(random.nextInt(5)), millis(random.nextInt(5, 40)))
            .loss(random.nextDouble(0.2))
            .traffic(Traffic.even(1_000).withCosts(costs -> costs.nextLong(5)))
            .foreign(Traffic.even(50));
    for (int i = 0; i < 12; i++) {
      fleet.clock(i, millis(random.nextInt(-100, 100)), random.nextDouble(0.9, 1.1));
    }
    for (int i = 0; i < 20; i++) {
      fleet.at(millis(random.nextInt(LENGTH_MILLIS)), event(random, random.nextInt(12)));
    }
    return fleet;
  }

  private static Event event(SplittableRandom random, int instance) {
    return switch (random.nextInt(6)) {
      case 0 -> Event.pause(instance);
      case 1 -> Event.resume(instance);
      case 2 -> Event.kill(instance);
      case 3 -> Event.stop(instance);
      case 4 -> Event.restart(instance);
      default -> Event.loseReplies(random.nextDouble());
    };
  }

  private static Duration millis(int millis) {
    return Duration.ofMillis(millis);
  }

  @Property(tries = 60)
  void troubledFleet_keepsTheLimitAndItsAccounts(@ForAll long seed) {
    FleetResult result = troubled(seed).run(millis(LENGTH_MILLIS));

    Tally total = result.total();
    result.assertWithinBound();
    assertThat(total.calls()).isEqualTo(total.offered());
    assertThat(total.unanswered()).isNotNegative();
    assertThat(result.ledger(Traffic.KEY).admitted())
        .isEqualTo(total.granted() + result.foreign().granted());
    assertThat(troubled(seed).run(millis(LENGTH_MILLIS))).isEqualTo(result);
  }
}
