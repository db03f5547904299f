package dev.ratelimit.core.denied;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.DeniedKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** A minute of denials against exact counting. */
class TopDeniedPropertyTest {

  private static final long SECOND = 1_000_000;
  private static final long START = 1_700_000_010 * SECOND;
  private static final int SECONDS = 75;

  /**
   * What is counted is one denial at a time, all over five quarters of a minute.
   *
   * @param stream which key each is of
   */
  private static List<DeniedKey> top(List<Integer> stream, int keys) {
    TopDenied top = new TopDenied(keys);
    long step = SECONDS * SECOND / Math.max(1, stream.size());
    for (int i = 0; i < stream.size(); i++) {
      top.add("key-" + stream.get(i), START + i * step);
    }
    return top.top(Integer.MAX_VALUE, START + SECONDS * SECOND - 1);
  }

  private static Map<String, Long> exactly(List<Integer> stream) {
    Map<String, Long> counts = new HashMap<>();
    stream.forEach(key -> counts.merge("key-" + key, 1L, Long::sum));
    return counts;
  }

  @Property
  void estimate_isNeverTooSmallNorTooLargeByMoreThanItSays(
      @ForAll @Size(max = 600) List<@IntRange(max = 60) Integer> stream,
      @ForAll @IntRange(min = 1, max = 4) int keys) {
    Map<String, Long> exact = exactly(stream);

    assertThat(top(stream, keys))
        .allSatisfy(
            key ->
                assertThat(exact.get(key.key()))
                    .isBetween(key.denials() - key.error(), key.denials()));
  }

  @Property
  void keyOfMoreThanAllDividedByTheKeysWatched_isListed(
      @ForAll @Size(max = 600) List<@IntRange(max = 12) Integer> stream,
      @ForAll @IntRange(min = 1, max = 4) int keys) {
    Map<String, DeniedKey> listed =
        top(stream, keys).stream().collect(Collectors.toMap(DeniedKey::key, Function.identity()));

    exactly(stream)
        .forEach(
            (key, count) -> {
              if (count * keys > stream.size()) {
                assertThat(listed).containsKey(key);
              }
            });
  }
}
