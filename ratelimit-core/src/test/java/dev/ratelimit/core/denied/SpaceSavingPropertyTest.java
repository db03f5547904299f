package dev.ratelimit.core.denied;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The sketch against exact counting. */
class SpaceSavingPropertyTest {

  private static SpaceSaving counted(List<Integer> stream, int tallies) {
    SpaceSaving sketch = new SpaceSaving(tallies);
    stream.forEach(key -> sketch.add("key-" + key));
    return sketch;
  }

  private static Map<String, Long> exactly(List<Integer> stream) {
    Map<String, Long> counts = new HashMap<>();
    stream.forEach(key -> counts.merge("key-" + key, 1L, Long::sum));
    return counts;
  }

  @Property
  void estimate_isNeverTooSmallNorTooLargeByMoreThanItSays(
      @ForAll @Size(max = 400) List<@IntRange(max = 30) Integer> stream,
      @ForAll @IntRange(min = 1, max = 12) int tallies) {
    SpaceSaving sketch = counted(stream, tallies);

    exactly(stream)
        .forEach(
            (key, count) -> {
              Estimate estimate = sketch.of(key);
              assertThat(count).isBetween(estimate.most() - estimate.error(), estimate.most());
            });
  }

  @Property
  void error_isAtMostTheTotalDividedByTheTallies(
      @ForAll @Size(max = 400) List<@IntRange(max = 30) Integer> stream,
      @ForAll @IntRange(min = 1, max = 12) int tallies) {
    SpaceSaving sketch = counted(stream, tallies);

    for (int key = 0; key <= 31; key++) {
      assertThat(sketch.of("key-" + key).error() * tallies).isLessThanOrEqualTo(stream.size());
    }
  }

  @Property
  void keyOfMoreThanTheTotalDividedByTheTallies_hasATally(
      @ForAll @Size(max = 400) List<@IntRange(max = 15) Integer> stream,
      @ForAll @IntRange(min = 1, max = 12) int tallies) {
    SpaceSaving sketch = counted(stream, tallies);

    exactly(stream)
        .forEach(
            (key, count) -> {
              if (count * tallies > stream.size()) {
                assertThat(sketch.keys()).contains(key);
              }
            });
  }

  @Property
  void tallies_areBoundedAndAddUpToTheTotal(
      @ForAll @Size(max = 400) List<@IntRange(max = 30) Integer> stream,
      @ForAll @IntRange(min = 1, max = 12) int tallies) {
    SpaceSaving sketch = counted(stream, tallies);

    long total = sketch.keys().stream().mapToLong(key -> sketch.of(key).most()).sum();
    assertThat(sketch.keys()).hasSizeLessThanOrEqualTo(tallies);
    assertThat(total).isEqualTo(stream.size());
  }
}
