package dev.ratelimit.core.denied;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ratelimit.DeniedKey;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopDeniedTest {

  private static final long SECOND = 1_000_000;

  /** A moment at which a quarter of a minute begins. */
  private static final long START = 1_700_000_010 * SECOND;

  private final TopDenied top = new TopDenied(100);

  private void deny(String key, int times, long micros) {
    for (int i = 0; i < times; i++) {
      top.add(key, micros);
    }
  }

  @Test
  void keys_areInTheOrderOfTheirDenials() {
    deny("a", 2, START);
    deny("b", 3, START);
    deny("c", 2, START);

    assertThat(top.top(10, START))
        .containsExactly(
            new DeniedKey("b", 3, 0), new DeniedKey("a", 2, 0), new DeniedKey("c", 2, 0));
    assertThat(top.top(2, START))
        .containsExactly(new DeniedKey("b", 3, 0), new DeniedKey("a", 2, 0));
    assertThat(top.top(0, START)).isEmpty();
  }

  @Test
  void denials_addUpOverAMinuteAndAreForgottenAfterAQuarterMore() {
    deny("a", 1, START);
    deny("a", 1, START + 15 * SECOND);
    deny("a", 1, START + 59 * SECOND);

    assertThat(top.top(1, START + 60 * SECOND)).containsExactly(new DeniedKey("a", 3, 0));
    assertThat(top.top(1, START + 75 * SECOND - 1)).containsExactly(new DeniedKey("a", 3, 0));
    assertThat(top.top(1, START + 75 * SECOND)).containsExactly(new DeniedKey("a", 2, 0));
    assertThat(top.top(1, START + 90 * SECOND)).containsExactly(new DeniedKey("a", 1, 0));
    assertThat(top.top(1, START + 134 * SECOND)).isEmpty();
  }

  @Test
  void newDenials_takeThePlaceOfThoseOfAMinuteBefore() {
    deny("old", 5, START);
    deny("new", 1, START + 75 * SECOND);

    assertThat(top.top(5, START + 75 * SECOND)).containsExactly(new DeniedKey("new", 1, 0));
  }

  @Test
  void denialOfASlowerThread_isCountedWithThoseOfThePresent() {
    deny("new", 1, START + 75 * SECOND);
    deny("late", 1, START);

    assertThat(top.top(5, START + 75 * SECOND))
        .extracting(DeniedKey::key)
        .containsExactly("late", "new");
  }

  @Test
  void floodOfKeys_isHeldInBoundedRoomAndHidesNoFrequentOne() {
    TopDenied small = new TopDenied(10);
    long total = 0;
    for (int i = 0; i < 5_000; i++) {
      small.add("flood-" + i, START + i * 10_000L);
      small.add("attacked", START + i * 10_000L);
      total += 2;
    }

    List<DeniedKey> all = small.top(Integer.MAX_VALUE, START + 50 * SECOND);
    assertThat(all).hasSizeLessThanOrEqualTo(40 * 10);
    assertThat(all.get(0).key()).isEqualTo("attacked");
    assertThat(5_000L).isBetween(all.get(0).denials() - all.get(0).error(), all.get(0).denials());
    assertThat(all).allMatch(key -> key.error() <= total(all) / 10, "has a bounded error");
    assertThat(total).isEqualTo(10_000);
  }

  private static long total(List<DeniedKey> all) {
    return all.stream().mapToLong(DeniedKey::denials).sum();
  }

  @Test
  void numbers_areInRange() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TopDenied(0))
        .withMessage("keys must be from 1 to 10000, was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> top.top(-1, START))
        .withMessage("most must be at least 0, was -1");
  }
}
