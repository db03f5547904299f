package dev.ratelimit.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class KeysTest {

  @Test
  void uniformTraffic_meetsManyKeysAndOthersForEachCaller() {
    List<String> first = keys(Traffic.uniform(100_000), 0);
    List<String> second = keys(Traffic.uniform(100_000), 1);

    assertThat(first.stream().distinct().count()).isGreaterThan(900);
    assertThat(second).isNotEqualTo(first);
  }

  @Test
  void zipfTraffic_meetsOneKeyOften() {
    long busiest = keys(Traffic.zipf(100_000), 0).stream().filter("user-0"::equals).count();

    assertThat(busiest).isBetween(30L, 200L); // 1 in 12 is expected
  }

  @Test
  void oneKey_isThatOfAllCallers() {
    assertThat(Stream.concat(keys(Traffic.ONE_KEY, 0).stream(), keys(Traffic.ONE_KEY, 1).stream()))
        .containsOnly("user-0");
  }

  private static List<String> keys(Traffic traffic, int caller) {
    Keys keys = Keys.of(traffic, caller, 2);
    return Stream.generate(keys::next).limit(1_000).toList();
  }
}
