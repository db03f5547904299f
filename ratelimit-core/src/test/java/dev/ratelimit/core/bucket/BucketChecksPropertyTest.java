package dev.ratelimit.core.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.core.algorithm.Step;
import dev.ratelimit.core.algorithm.Verdict;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** Checks in few steps against those of a bucket made anew for each. */
class BucketChecksPropertyTest {

  private static final long MAX_DEBT = 1L << 53;
  private static final long LATEST = 4_000_000_000_000_000L;

  @Provide
  Arbitrary<Terms> terms() {
    return Plan.legalTerms();
  }

  @Property
  void checksInARow_areAnsweredAsBucketsAnswerThem(
      @ForAll("terms") Terms terms,
      @ForAll @LongRange(min = 0, max = MAX_DEBT) long anyDebt,
      @ForAll @LongRange(min = 0, max = LATEST) long micros,
      @ForAll @Size(max = 20) List<@LongRange(min = 0) Long> anyCosts) {
    BucketUnits units = terms.units();
    long debt = anyDebt % (units.maxDebt() + 1);
    BucketChecks checks = new BucketChecks(units, debt, micros);
    Bucket bucket = Bucket.refilled(state(units, debt, micros), units, micros);

    for (long anyCost : anyCosts) {
      long cost = anyCost % (units.burst() + 2);
      Step<Verdict> expected = bucket.check(cost);
      assertThat(checks.next(cost)).isEqualTo(expected.answer());
      bucket = Bucket.at(expected.state(), units, micros);
    }
  }

  private static BucketState state(BucketUnits units, long debt, long micros) {
    return new BucketState(units, debt, units.tick(micros), Outstanding.NONE, 0);
  }
}
