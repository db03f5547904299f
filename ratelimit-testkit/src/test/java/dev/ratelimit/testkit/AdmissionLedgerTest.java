package dev.ratelimit.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Limit;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class AdmissionLedgerTest {

  private static final long SECOND = 1_000_000;
  private static final long START = 1_700_000_000 * SECOND;

  private final AdmissionLedger ledger = AdmissionLedger.of(Limit.perSecond(2).withBurst(10));

  @Test
  void emptyLedger_isWithinItsBoundByTheBurst() {
    assertThat(ledger.admitted()).isZero();
    assertThat(ledger.worst()).isEqualTo(new Stretch(0, 0, 0, BigInteger.TEN));
    assertThat(ledger.worstExcess()).isEqualTo(-10);
    assertThatCode(ledger::assertWithinBound).doesNotThrowAnyException();
  }

  @Test
  void burstAndThenTheRate_isExactlyTheBound() {
    ledger.admitted(START, 10);
    ledger.admitted(START + SECOND, 2);
    ledger.admitted(START + 3 * SECOND, 4);

    assertThat(ledger.admitted()).isEqualTo(16);
    assertThat(ledger.worstExcess()).isZero();
    assertThatCode(ledger::assertWithinBound).doesNotThrowAnyException();
  }

  @Test
  void onePermitTooMany_isNamedWithItsStretch() {
    ledger.admitted(START, 1);
    ledger.admitted(START + 100 * SECOND, 10);
    ledger.admitted(START + 101 * SECOND, 3);
    ledger.admitted(START + 200 * SECOND, 1);

    assertThat(ledger.worst())
        .isEqualTo(
            new Stretch(START + 100 * SECOND, START + 101 * SECOND, 13, BigInteger.valueOf(12)));
    assertThatThrownBy(ledger::assertWithinBound)
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "admitted 1 too many under TokenBucket[permits=2, period=PT1S, burst=10]:"
                + " 13 permits from 1700000100000000 us to 1700000101000000 us (1000000 us),"
                + " at most 12");
  }

  @Test
  void onePermitOneMicrosecondTooSoon_isForgivenByTheTick_andTwoAreNot() {
    ledger.admitted(START, 10);
    ledger.admitted(START + SECOND / 2 - 1, 1);
    assertThat(ledger.worstExcess()).isZero();

    AdmissionLedger other = AdmissionLedger.of(Limit.perSecond(2).withBurst(10));
    other.admitted(START, 10);
    other.admitted(START + SECOND / 2 - 2, 1);
    assertThat(other.worstExcess()).isEqualTo(1);
  }

  @Test
  void refund_makesRoomForAsMuch() {
    ledger.admitted(START, 10);
    ledger.refunded(START + 1, 4);
    ledger.admitted(START + 2, 4);
    assertThat(ledger.admitted()).isEqualTo(10);
    assertThat(ledger.worstExcess()).isZero();

    ledger.admitted(START + 2, 1);
    assertThat(ledger.worstExcess()).isEqualTo(1);
  }

  @Test
  void refundBeforeAStretch_excusesNothingWithinIt() {
    ledger.refunded(START, 100);
    ledger.admitted(START + 1, 11);

    assertThat(ledger.worstExcess()).isEqualTo(1);
    assertThat(ledger.worst().fromMicros()).isEqualTo(START + 1);
  }

  @Test
  void cancelledReservation_isTakenBackWhereItWouldHaveCounted() {
    ledger.admitted(START, 10);
    ledger.admitted(START + SECOND, 2);
    ledger.refunded(START + SECOND, 2);
    ledger.admitted(START + SECOND, 2);

    assertThat(ledger.worstExcess()).isZero();
  }

  @Test
  void entriesOutOfOrder_countByTheirInstants() {
    ledger.admitted(START + 50 * SECOND, 10);
    ledger.admitted(START, 10);
    assertThat(ledger.worstExcess()).isZero();

    ledger.admitted(START + 49 * SECOND, 10);
    assertThat(ledger.worst().fromMicros()).isEqualTo(START + 49 * SECOND);
    assertThat(ledger.worstExcess()).isEqualTo(8);
  }

  @Test
  void hugeAmountsOverACentury_stayExact() {
    long permits = 999_999_937;
    long ofOneTick = permits / 86_400; // the tick is a second
    AdmissionLedger huge = AdmissionLedger.of(Limit.perDay(permits));
    long dayMicros = 86_400 * SECOND;
    for (int day = 0; day <= 36_500; day++) {
      huge.admitted(day * dayMicros, permits);
    }
    assertThat(huge.worstExcess()).isEqualTo(-ofOneTick);

    huge.admitted(0, ofOneTick);
    huge.admitted(36_500 * dayMicros, 1);

    assertThat(huge.worstExcess()).isEqualTo(1);
    assertThat(huge.worst().fromMicros()).isZero();
    assertThat(huge.worst().toMicros()).isEqualTo(36_500 * dayMicros);
  }

  @Test
  void negativeArguments_areRefused() {
    assertThatThrownBy(() -> ledger.admitted(0, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("permits must be at least 0, was -1");
    assertThatThrownBy(() -> ledger.refunded(0, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("permits must be at least 0, was -1");
    assertThatThrownBy(() -> ledger.admitted(-1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("micros must be at least 0, was -1");
  }
}
