package dev.ratelimit.testkit.redis.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class HashSlotsTest {

  /** The check value of CRC-16/XMODEM is 0x31C3. */
  @Test
  void hashSlot_isTheCheckSumOfTheKey() {
    assertThat(HashSlots.of("123456789")).isEqualTo(0x31C3);
    assertThat(HashSlots.of("")).isZero();
  }

  @Test
  void hashSlot_isOfTheFirstBracesOnly() {
    assertThat(HashSlots.of("a{123456789}b{c}")).isEqualTo(0x31C3);
    assertThat(HashSlots.of("{{x}}")).isEqualTo(HashSlots.of("{x"));
  }

  @Test
  void bracesThatHoldNothing_doNotCount() {
    assertThat(HashSlots.of("{}x")).isNotEqualTo(HashSlots.of("")).isNotEqualTo(HashSlots.of("x"));
    assertThat(HashSlots.of("x{y")).isNotEqualTo(HashSlots.of("y"));
    assertThat(HashSlots.of("}x{y}")).isEqualTo(HashSlots.of("y"));
  }

  @Test
  void hashSlotOutOfRange_isRefused() {
    assertThat(HashSlots.checked(0)).isZero();
    assertThat(HashSlots.checked(16_383)).isEqualTo(16_383);
    for (int wrong : new int[] {-1, 16_384}) {
      assertThatThrownBy(() -> HashSlots.checked(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a hash slot is from 0 to 16383, was " + wrong);
    }
  }
}
