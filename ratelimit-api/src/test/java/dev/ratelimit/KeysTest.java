package dev.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class KeysTest {

  @Test
  void documentedExamples_hold() {
    assertThat(Keys.of("tenant-42", "export")).isEqualTo("tenant-42:export");
    assertThat(Keys.of("a", "b:c")).isEqualTo("a:b\\:c");
    assertThat(Keys.of("a:b", "c")).isEqualTo("a\\:b:c");
  }

  @Test
  void onePart_isItsOwnKeyUnlessItNeedsEscapes() {
    assertThat(Keys.of("a")).isEqualTo("a");
    assertThat(Keys.of("")).isEmpty();
    assertThat(Keys.of(":")).isEqualTo("\\:");
    assertThat(Keys.of("\\")).isEqualTo("\\\\");
  }

  @Test
  void emptyParts_areCounted() {
    assertThat(Keys.of("", "")).isEqualTo(":");
    assertThat(Keys.of("", "", "")).isEqualTo("::");
    assertThat(Keys.of("a", "")).isEqualTo("a:");
    assertThat(Keys.of("", "a")).isEqualTo(":a");
  }

  @Test
  void escapeAtTheEndOfAPart_doesNotSwallowTheSeparator() {
    assertThat(Keys.of("a\\", "b")).isEqualTo("a\\\\:b");
    assertThat(Keys.of("a", "\\:b")).isEqualTo("a:\\\\\\:b");
    assertThat(Keys.of("a\\:b")).isEqualTo("a\\\\\\:b");
  }

  @Test
  void otherCharacters_areKeptAsTheyAre() {
    String odd = "}x{ \n\u0000\uD83D\uDE00\uD800";

    assertThat(Keys.of(odd, odd)).isEqualTo(odd + ":" + odd);
  }

  @Test
  void nulls_areRefused() {
    assertThatThrownBy(() -> Keys.of(null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> Keys.of("a", (String) null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("part of rest");
  }
}
