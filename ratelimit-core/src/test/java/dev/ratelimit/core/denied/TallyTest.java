package dev.ratelimit.core.denied;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TallyTest {

  @Test
  void tally_countsUpFromWhereItBegan() {
    Tally tally = new Tally("a", 5, 4);

    assertThat(tally.add()).isTrue();

    assertThat(tally.key()).isEqualTo("a");
    assertThat(tally.count()).isEqualTo(6);
    assertThat(tally.estimate()).isEqualTo(new Estimate(6, 4));
  }

  @Test
  void tallyThatHasEnded_tellsWhatCountedAndWhoeverComesLater() {
    Tally tally = new Tally("a", 1, 0);
    tally.add();

    assertThat(tally.end()).isEqualTo(2);

    assertThat(tally.add()).isFalse();
    assertThat(tally.add()).isFalse();
  }
}
