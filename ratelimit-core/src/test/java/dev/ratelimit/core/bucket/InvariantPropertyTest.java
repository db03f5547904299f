package dev.ratelimit.core.bucket;

import static dev.ratelimit.core.bucket.SlowLimit.big;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.core.algorithm.Grant;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.bucket.Request.Op;
import dev.ratelimit.core.bucket.Story.Happening;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** What holds of any key after any history. */
class InvariantPropertyTest {

  @Provide
  Arbitrary<Plan> plans() {
    return Plan.wild();
  }

  @Provide
  Arbitrary<Plan> steady() {
    return Plan.steady(op -> true);
  }

  @Property
  void report_isWithinItsRange(@ForAll("plans") Plan plan) {
    Story story = new Story(plan);
    for (Move move : plan.moves()) {
      Happening happening = story.play(move);
      Report report = happening.report();

      assertThat(report.limit()).isEqualTo(happening.terms().burst());
      assertThat(report.remaining()).as("%s", happening).isBetween(0L, report.limit());
      assertThat(report.resetAfterMicros()).as("%s", happening).isNotNegative();
    }
  }

  @Property
  void whatIsStored_isWithinItsRange(@ForAll("plans") Plan plan) {
    Story story = new Story(plan);
    for (Move move : plan.moves()) {
      Happening happening = story.play(move);
      BucketState state = happening.state();
      if (state != null) {
        assertThat(state.isFull()).as("%s", happening).isFalse();
        assertThat(state.debt()).as("%s", happening).isBetween(0L, state.units().maxDebt());
        assertThat(big(state.debt()))
            .as("covers what is out: %s", happening)
            .isGreaterThanOrEqualTo(
                big(state.out().total()).multiply(big(state.units().unitsPerPermit())));
        assertThat(state.out().grants()).as("%s", happening).hasSizeLessThanOrEqualTo(5);
      }
    }
  }

  @Property
  void operationWithoutEffect_writesNothing(@ForAll("plans") Plan plan) {
    Story story = new Story(plan);
    for (Move move : plan.moves()) {
      Happening happening = story.play(move);
      boolean written = happening.step().written();
      if (mustWrite(happening)) {
        assertThat(written).as("%s", happening).isTrue();
      } else {
        assertThat(written).as("%s", happening).isEqualTo(hasEffect(happening));
      }
      if (!written) {
        assertThat(happening.state()).as("%s", happening).isSameAs(happening.stored());
      }
    }
  }

  /** The clock ran backwards, or the key was written under another limit. */
  private static boolean mustWrite(Happening happening) {
    BucketState stored = happening.stored();
    BucketUnits units = happening.terms().units();
    return stored != null
        && (!stored.units().equals(units) || units.tick(happening.micros()) < stored.tick());
  }

  private static boolean hasEffect(Happening happening) {
    Request request = happening.request();
    Object answer = happening.step().answer();
    return switch (request.op()) {
      case CHECK, RESERVE -> request.amount() > 0 && ((Verdict) answer).granted();
      case PEEK -> false;
      case TAKE, GRANT -> ((Grant) answer).granted() > 0;
      case REFUND -> request.amount() > 0;
      case RESET -> true;
      case SPENT, GIVE_BACK -> request.amount() > 0 && counted(happening) > 0;
    };
  }

  private static long counted(Happening happening) {
    BucketState stored = happening.stored();
    Request request = happening.request();
    long now = happening.terms().units().tick(happening.micros());
    return stored == null || stored.generation() != request.generation()
        ? 0
        : stored.out().countedAt(stored.units(), now).in(request.slot());
  }

  @Property
  void write_bearsThePresentTickAndLimit(@ForAll("plans") Plan plan) {
    Story story = new Story(plan);
    for (Move move : plan.moves()) {
      Happening happening = story.play(move);
      BucketState state = happening.state();
      if (happening.step().written() && state != null) {
        BucketUnits units = happening.terms().units();
        assertThat(state.units()).as("%s", happening).isEqualTo(units);
        assertThat(state.tick()).as("%s", happening).isEqualTo(units.tick(happening.micros()));
      }
    }
  }

  @Property
  void generation_neverFallsWhileTheKeyIsStored(@ForAll("plans") Plan plan) {
    Story story = new Story(plan);
    for (Move move : plan.moves()) {
      Happening happening = story.play(move);
      @Nullable BucketState before = happening.stored();
      @Nullable BucketState after = happening.state();
      if (before != null && after != null && after.generation() < before.generation()) {
        // It had become full meanwhile, which is as good as absent.
        assertThat(after.generation()).as("%s", happening).isZero();
        assertThat(wasFull(happening)).as("%s", happening).isTrue();
      }
    }
  }

  private static boolean wasFull(Happening happening) {
    BucketState before = happening.stored();
    Bucket meanwhile = Bucket.at(before, before.units(), happening.micros());
    return meanwhile.peek(0).answer().report().resetAfterMicros() == 0;
  }

  @Property
  void levelAndWhatIsOut_areAtMostTheBurst(@ForAll("steady") Plan plan) {
    Story story = new Story(plan);
    for (Move move : plan.moves()) {
      Happening happening = story.play(move);
      BucketState state = happening.state();
      if (state != null && happening.step().written()) {
        long level = happening.report().remaining();
        assertThat(level + state.out().total())
            .as("%s", happening)
            .isLessThanOrEqualTo(happening.terms().burst());
      }
    }
  }

  @Property
  void refundAndReturn_onlyRaiseTheLevel(@ForAll("steady") Plan plan) {
    Story story = new Story(plan);
    for (Move move : plan.moves()) {
      Happening happening = story.play(move);
      Op op = happening.request().op();
      long before =
          Bucket.at(happening.stored(), happening.terms().units(), happening.micros())
              .peek(0)
              .answer()
              .report()
              .remaining();
      long after = happening.report().remaining();
      switch (op) {
        case REFUND, RESET, GIVE_BACK -> assertThat(after).isGreaterThanOrEqualTo(before);
        case PEEK, SPENT -> assertThat(after).isEqualTo(before);
        default -> assertThat(after).isLessThanOrEqualTo(before);
      }
    }
  }
}
