package dev.ratelimit.local.lease;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.core.store.LeaseId;
import dev.ratelimit.core.store.LeasedPermits;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The leases in hand on one key. */
class HandTest {

  private static final LeaseTerms TERMS = LeaseTerms.of(Instance.RULE);
  private static final LeaseId FIRST = new LeaseId(0, 7);
  private static final LeaseId SECOND = new LeaseId(0, 8);

  private final Hand hand = new Hand();

  private static Lease lease(LeaseId id, long permits, long expiryMicros) {
    return new Lease(id, permits, expiryMicros, 0);
  }

  @Test
  void oldestLease_isSpentFirst() {
    hand.add(lease(FIRST, 10, 100));
    hand.add(lease(SECOND, 10, 200));
    hand.spend(TERMS, 4, 0);

    assertThat(hand.takeSpent()).containsExactly(new LeasedPermits(FIRST, 4));
  }

  @Test
  void costThatTheOldestHasNot_isSpentFromAnother() {
    hand.add(lease(FIRST, 3, 100));
    hand.add(lease(SECOND, 10, 200));

    assertThat(hand.spend(TERMS, 4, 0)).isAllowed().hasRemaining(6);
    assertThat(hand.spend(TERMS, 7, 0)).isNull();
    assertThat(hand.takeSpent()).containsExactly(new LeasedPermits(SECOND, 4));
  }

  @Test
  void expiredLease_isReturnedAndTheOthersAreKept() {
    hand.add(lease(FIRST, 10, 100));
    hand.add(lease(SECOND, 10, 200));
    hand.spend(TERMS, 4, 0);

    assertThat(hand.sealExpired(100)).containsExactly(new Lease.Sealed(10, 6, 4));

    assertThat(hand.takeReturns()).containsExactly(new LeasedPermits(FIRST, 6));
    assertThat(hand.spend(TERMS, 10, 199)).isAllowed();
    assertThat(hand.nextExpiry()).isEqualTo(200);
  }

  @Test
  void leasesOfOneSlot_areOneLeaseThatLapsesWithTheLater() {
    hand.add(lease(FIRST, 3, 100));
    hand.add(lease(FIRST, 4, 110));

    assertThat(hand.spend(TERMS, 7, 109)).isAllowed().hasRemaining(0);
    assertThat(hand.takeSpent()).containsExactly(new LeasedPermits(FIRST, 7));
    assertThat(hand.nextExpiry()).isEqualTo(110);
  }

  @Test
  void leasesOfOneSlot_keepCountOfWhatWasSpent() {
    hand.add(lease(FIRST, 5, 100));
    hand.spend(TERMS, 2, 0);
    hand.add(lease(FIRST, 4, 110));
    hand.spend(TERMS, 6, 0);

    assertThat(hand.spentEver()).isEqualTo(8);
    assertThat(hand.takeSpent()).containsExactly(new LeasedPermits(FIRST, 8));
    hand.sealAll();
    assertThat(hand.takeReturns()).containsExactly(new LeasedPermits(FIRST, 1));
  }

  @Test
  void droppedHand_tellsAndReturnsNothing() {
    hand.add(lease(FIRST, 5, 100));
    hand.spend(TERMS, 2, 0);

    hand.drop();

    assertThat(hand.takeSpent()).isEmpty();
    assertThat(hand.hasReturns()).isFalse();
    assertThat(hand.spend(TERMS, 1, 0)).isNull();
  }

  @Test
  void whatWasNotSent_isToldOnceMore() {
    hand.add(lease(FIRST, 5, 100));
    hand.spend(TERMS, 2, 0);
    hand.sealAll();
    List<LeasedPermits> spent = hand.takeSpent();
    List<LeasedPermits> returned = hand.takeReturns();
    assertThat(hand.takeSpent()).isEmpty();

    hand.restore(spent, returned);

    assertThat(hand.takeSpent()).containsExactly(new LeasedPermits(FIRST, 2));
    assertThat(hand.takeReturns()).containsExactly(new LeasedPermits(FIRST, 3));
  }

  @Test
  void permitsOfSeveralLeases_areTakenBackTogetherOrNotAtAll() {
    hand.add(lease(FIRST, 5, 100));
    hand.add(lease(SECOND, 5, 200));
    hand.spend(TERMS, 5, 0);
    hand.spend(TERMS, 3, 0);

    assertThat(hand.unspend(9)).isFalse();
    assertThat(hand.spend(TERMS, 3, 0)).isNull();
    assertThat(hand.unspend(8)).isTrue();
    assertThat(hand.spend(TERMS, 5, 0)).isAllowed();
    assertThat(hand.spend(TERMS, 5, 0)).isAllowed();
  }

  @Test
  void handWithoutLeases_isNotLow() {
    assertThat(hand.isLow(10)).isFalse();
    hand.add(lease(FIRST, 5, 100));
    assertThat(hand.isLow(4)).isFalse();
    assertThat(hand.isLow(5)).isTrue();
  }

  @Test
  void permitsThatWereToldOf_areNotTakenBack() {
    hand.add(lease(FIRST, 5, 100));
    hand.spend(TERMS, 5, 0);
    hand.takeSpent();
    hand.add(lease(SECOND, 5, 200));
    hand.spend(TERMS, 5, 0);

    assertThat(hand.unspend(6)).isFalse();
    assertThat(hand.unspend(5)).isTrue();
    hand.sealAll();
    assertThat(hand.takeReturns()).containsExactly(new LeasedPermits(SECOND, 5));
  }

  @Test
  void permitsThatWereToldOfInPart_areTakenBackInPart() {
    Lease lease = lease(FIRST, 5, 100);
    lease.spend(2, 0);
    lease.tell();
    lease.spend(1, 0);

    assertThat(lease.unspend(3)).isOne();
    assertThat(lease.left()).isEqualTo(3);
  }
}
