package dev.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllOfTest {

  @Test
  void limits_areInTheOrderGiven() {
    AllOf limit = Limit.allOf(Limit.perSecond(10), Limit.perHour(100), Limit.perDay(50));

    assertThat(limit.limits())
        .containsExactly(Limit.perSecond(10), Limit.perHour(100), Limit.perDay(50));
    assertThat(limit)
        .isEqualTo(new AllOf(List.of(Limit.perSecond(10), Limit.perHour(100), Limit.perDay(50))));
  }

  @Test
  void mostPermits_areTheSmallestBurst() {
    assertThat(Limit.allOf(Limit.perSecond(10), Limit.perHour(7)).mostPermits()).isEqualTo(7);
    assertThat(Limit.allOf(Limit.perSecond(10)).mostPermits()).isEqualTo(10);
  }

  @Test
  void list_isCopied() {
    List<TokenBucket> limits = new ArrayList<>(List.of(Limit.perSecond(1)));
    AllOf limit = new AllOf(limits);

    limits.add(Limit.perSecond(2));

    assertThat(limit.limits()).hasSize(1);
  }

  @Test
  void listOfNoneOrTooMany_isRefused() {
    assertThat(new AllOf(Collections.nCopies(16, Limit.perSecond(1))).limits()).hasSize(16);
    assertThatThrownBy(() -> new AllOf(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("number of limits must be from 1 to 16, was 0");
    assertThatThrownBy(() -> new AllOf(Collections.nCopies(17, Limit.perSecond(1))))
        .hasMessage("number of limits must be from 1 to 16, was 17");
  }
}
