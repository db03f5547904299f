package dev.ratelimit.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is handed to a store. */
class StoreValuesTest {

  private static final LeasedPermits FIVE = new LeasedPermits(new LeaseId(0, 1), 5);

  @Test
  void amountsOfNothing_areAccepted() {
    assertThat(new Hold(0, 0).cost()).isZero();
    assertThat(new LeasedPermits(new LeaseId(0, 0), 0).permits()).isZero();
    assertThat(LeaseCall.grant(0).want()).isZero();
  }

  @Test
  void negativeAmounts_areRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Hold(-1, 0))
        .withMessage("cost must be at least 0, was -1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Hold(0, -1))
        .withMessage("maxWaitMicros must be at least 0, was -1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LeasedPermits(new LeaseId(0, 0), -1))
        .withMessage("permits must be at least 0, was -1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LeaseCall(List.of(), List.of(), -1, 0))
        .withMessage("cost must be at least 0, was -1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LeaseCall.grant(-1))
        .withMessage("want must be at least 0, was -1");
  }

  @Test
  void leaseCalls_carryWhatTheySay() {
    assertThat(LeaseCall.grant(7)).isEqualTo(new LeaseCall(List.of(), List.of(), 0, 7));
    assertThat(LeaseCall.spent(FIVE)).isEqualTo(new LeaseCall(List.of(FIVE), List.of(), 0, 0));
    assertThat(LeaseCall.returned(FIVE)).isEqualTo(new LeaseCall(List.of(), List.of(FIVE), 0, 0));
  }

  @Test
  void listsOfALeaseCall_areCopied() {
    List<LeasedPermits> spent = new ArrayList<>(List.of(FIVE));
    List<LeasedPermits> returned = new ArrayList<>(List.of(FIVE));

    LeaseCall call = new LeaseCall(spent, returned, 0, 0);
    spent.clear();
    returned.clear();

    assertThat(call.spent()).containsExactly(FIVE);
    assertThat(call.returned()).containsExactly(FIVE);
  }
}
