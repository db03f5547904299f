package dev.ratelimit.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.DecisionBuilder;
import dev.ratelimit.Origin;
import dev.ratelimit.core.algorithm.Grant;
import dev.ratelimit.core.algorithm.Owed;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.algorithm.Wait;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RepliesTest {

  private static final Report REPORT = new Report(10, 4, 600_000);
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Replies replies = new Replies("free", Origin.STORE, 5_000_000);

  private static Decision full(Decision decision) {
    DecisionBuilder builder = decision.toBuilder();
    return builder
        .origin(Origin.STORE)
        .ruleName("free")
        .at(Instant.ofEpochSecond(5))
        .resetAfter(Duration.ofMillis(600))
        .build();
  }

  @Test
  void verdicts_becomeDecisions() {
    assertThat(replies.decision(new Verdict(true, 0, 0, REPORT)))
        .isEqualTo(full(Decision.allowed(10, 4)));
    assertThat(replies.decision(new Verdict(false, 0, 1_000_000, REPORT)))
        .isEqualTo(full(Decision.denied(10, 4, SECOND)));
    assertThat(replies.decision(new Verdict(false, 0, Wait.NEVER, REPORT)))
        .isEqualTo(full(Decision.never(10, 4)));
  }

  @Test
  void bindingLimit_isReported() {
    assertThat(replies.decision(new Verdict(true, 0, 0, REPORT.withBinding(2))).binding())
        .isEqualTo(2);
    assertThat(replies.state(REPORT.withBinding(1)).binding()).isEqualTo(1);
  }

  @Test
  void reservations_tellTheirWait() {
    assertThat(replies.held(new Verdict(true, 7, 0, REPORT)))
        .isEqualTo(new Held(full(Decision.allowed(10, 4)), 7));
    assertThat(replies.held(new Verdict(false, 0, 1_000_000, REPORT)))
        .isEqualTo(new Held(full(Decision.denied(10, 4, SECOND)), 0));
  }

  @Test
  void takes_areDeniedIfNothingWasThere() {
    assertThat(replies.taken(new Grant(3, 0, 0, 0, REPORT)))
        .isEqualTo(new Taken(3, full(Decision.allowed(10, 4))));
    assertThat(replies.taken(new Grant(0, 0, 0, 1_000_000, REPORT)))
        .isEqualTo(new Taken(0, full(Decision.denied(10, 4, SECOND))));
  }

  @Test
  void leases_tellTheirGenerationAndSlot() {
    Decision check = Decision.allowed(1, 1);
    Owed owed = new Owed(5, 6);

    LeaseReply reply = replies.lease(check, owed, new Grant(3, 1, 2, 0, REPORT));

    assertThat(reply)
        .isEqualTo(
            new LeaseReply(check, owed, 3, new LeaseId(1, 2), full(Decision.allowed(10, 4))));
  }

  @Test
  void state_isAllowed() {
    assertThat(replies.state(REPORT)).isEqualTo(full(Decision.allowed(10, 4)));
  }
}
