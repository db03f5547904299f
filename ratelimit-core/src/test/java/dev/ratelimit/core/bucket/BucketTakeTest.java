package dev.ratelimit.core.bucket;

import static dev.ratelimit.core.bucket.Key.MILLI;
import static dev.ratelimit.core.bucket.Key.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.core.algorithm.Grant;
import dev.ratelimit.core.algorithm.Report;
import org.junit.jupiter.api.Test;

/** Takes, refunds and resets. */
class BucketTakeTest {

  private final Key key = Key.under(Limit.perSecond(10));

  private static Grant taken(long granted, long retryAfterMicros, Report report) {
    return new Grant(granted, 0, 0, retryAfterMicros, report);
  }

  @Test
  void take_getsWhatIsWanted() {
    assertThat(key.take(4)).isEqualTo(taken(4, 0, new Report(10, 6, 400 * MILLI)));
    assertThat(key.written()).isTrue();
  }

  @Test
  void takeOfMoreThanIsThere_getsWhatIsThere() {
    key.take(4);

    assertThat(key.take(7)).isEqualTo(taken(6, 0, new Report(10, 0, SECOND)));
  }

  @Test
  void takeOfLongMax_getsTheBurst() {
    assertThat(key.take(Long.MAX_VALUE)).isEqualTo(taken(10, 0, new Report(10, 0, SECOND)));
  }

  @Test
  void takeFromADrainedKey_waitsForOnePermitAndWritesNothing() {
    key.take(10);
    BucketState before = key.state();

    Grant grant = key.at(30 * MILLI).take(5);

    assertThat(grant).isEqualTo(taken(0, 70 * MILLI, new Report(10, 0, 970 * MILLI)));
    assertThat(key.state()).isSameAs(before);
    assertThat(key.written()).isFalse();
    assertThat(key.at(100 * MILLI - 1).take(5).granted()).isZero();
    assertThat(key.at(100 * MILLI).take(5).granted()).isEqualTo(1);
  }

  @Test
  void takeOfNothing_waitsForNothingAndWritesNothing() {
    key.take(10);
    BucketState before = key.state();

    Grant grant = key.take(0);

    assertThat(grant).isEqualTo(taken(0, 0, new Report(10, 0, SECOND)));
    assertThat(key.state()).isSameAs(before);
    assertThat(key.written()).isFalse();
  }

  @Test
  void takeBehindReservations_getsNothing() {
    key.take(10);
    key.reserve(5, SECOND);

    assertThat(key.take(1)).isEqualTo(taken(0, 600 * MILLI, new Report(10, 0, 1_500 * MILLI)));
  }

  @Test
  void refund_givesPermitsBack() {
    key.take(10);

    Report report = key.refund(3);

    assertThat(report).isEqualTo(new Report(10, 3, 700 * MILLI));
    assertThat(key.written()).isTrue();
    assertThat(key.check(3).granted()).isTrue();
  }

  @Test
  void refundBeyondFull_leavesTheKeyFull() {
    key.take(2);

    Report report = key.refund(3);

    assertThat(report).isEqualTo(new Report(10, 10, 0));
    assertThat(key.state()).isNull();
    assertThat(key.written()).isTrue();
  }

  @Test
  void refundOfLongMax_doesNotOverflow() {
    key.take(10);

    assertThat(key.refund(Long.MAX_VALUE)).isEqualTo(new Report(10, 10, 0));
  }

  @Test
  void refundOfNothing_writesNothing() {
    key.take(4);
    BucketState before = key.state();

    Report report = key.at(100 * MILLI).refund(0);

    assertThat(report).isEqualTo(new Report(10, 7, 300 * MILLI));
    assertThat(key.state()).isSameAs(before);
    assertThat(key.written()).isFalse();
  }

  @Test
  void refundToAnUnknownKey_leavesItUnknown() {
    assertThat(key.refund(5)).isEqualTo(new Report(10, 10, 0));
    assertThat(key.state()).isNull();
  }

  @Test
  void refundOfPartOfAPermit_isWholePermits() {
    key.take(1);

    // 0.4 of a permit is owed after 60 ms.
    assertThat(key.at(60 * MILLI).refund(1)).isEqualTo(new Report(10, 10, 0));
  }

  @Test
  void refundOfAReservation_movesTheQueueUp() {
    key.take(10);
    key.reserve(5, SECOND);

    assertThat(key.refund(5)).isEqualTo(new Report(10, 0, SECOND));
  }

  @Test
  void reset_forgetsEverything() {
    key.take(10);
    key.reserve(5, SECOND);

    Report report = key.reset();

    assertThat(report).isEqualTo(new Report(10, 10, 0));
    assertThat(key.state()).isNull();
    assertThat(key.written()).isTrue();
  }

  @Test
  void resetOfAnUnknownKey_leavesItUnknown() {
    assertThat(key.reset()).isEqualTo(new Report(10, 10, 0));
    assertThat(key.state()).isNull();
  }
}
