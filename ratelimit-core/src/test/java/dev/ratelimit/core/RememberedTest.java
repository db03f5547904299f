package dev.ratelimit.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RememberedTest {

  private final List<Integer> workedOut = new ArrayList<>();
  private final Remembered<Integer, String> remembered =
      new Remembered<>(
          argument -> {
            workedOut.add(argument);
            return "result " + argument;
          });

  @Test
  void result_isWorkedOutOnce() {
    String first = remembered.of(1);
    String again = remembered.of(1);

    assertThat(first).isEqualTo("result 1");
    assertThat(again).isSameAs(first);
    assertThat(workedOut).containsExactly(1);
  }

  @Test
  void arguments_haveTheirOwnResults() {
    assertThat(remembered.of(1)).isEqualTo("result 1");
    assertThat(remembered.of(2)).isEqualTo("result 2");
  }

  @Test
  void moreArgumentsThanAreRemembered_areWorkedOutAnew() {
    for (int argument = 0; argument < 1_024; argument++) {
      remembered.of(argument);
    }
    remembered.of(0);
    assertThat(workedOut).hasSize(1_024);

    remembered.of(1_024);
    remembered.of(0);

    assertThat(workedOut).hasSize(1_026).endsWith(1_024, 0);
  }

  @Test
  void nullFunction_isRefused() {
    assertThatThrownBy(() -> new Remembered<>(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("function");
  }
}
