package dev.ratelimit.core.bucket;

import static dev.ratelimit.core.bucket.Key.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.core.algorithm.Verdict;
import org.junit.jupiter.api.Test;

class GreedyMonthTest {

  @Test
  void callerThatTakesEveryPermit_getsBurstPlusRateOverThirtyDays() { // case 2
    Key key = Key.under(Limit.perSecond(3));
    long end = 30 * 86_400 * SECOND;

    long admitted = 0;
    while (key.micros() <= end) {
      Verdict verdict = key.check(1);
      if (verdict.granted()) {
        admitted++;
      } else {
        key.advance(verdict.retryAfterMicros());
      }
    }

    assertThat(admitted).isEqualTo(7_776_003);
  }
}
