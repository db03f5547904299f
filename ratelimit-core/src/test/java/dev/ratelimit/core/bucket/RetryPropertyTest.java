package dev.ratelimit.core.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.core.algorithm.Grant;
import dev.ratelimit.core.algorithm.KeyState;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.algorithm.Wait;
import dev.ratelimit.core.bucket.Request.Op;
import dev.ratelimit.core.bucket.Story.Happening;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Case 14: what a decision says of the future comes true, to the microsecond. */
class RetryPropertyTest {

  @Provide
  Arbitrary<Plan> plans() {
    return Plan.wild();
  }

  @Property
  void denied_isAllowedAtRetryAfterAndNotBefore(@ForAll("plans") Plan plan) {
    Story story = new Story(plan);
    for (Move move : plan.moves()) {
      Happening happening = story.play(move);
      long retry = happening.retryMicros();
      if (retry > 0) {
        assertThat(succeeds(happening, retry)).as("at retryAfter: %s", happening).isTrue();
        assertThat(succeeds(happening, retry - 1)).as("before it: %s", happening).isFalse();
      }
    }
  }

  /** The same request once more, some time after the answer. */
  private static boolean succeeds(Happening happening, long afterMicros) {
    Bucket bucket = happening.later(happening.micros() + afterMicros);
    Object answer = happening.request().on(bucket).answer();
    return answer instanceof Grant grant ? grant.granted() > 0 : ((Verdict) answer).granted();
  }

  @Property
  void denial_tellsWhenItEnds_orNeverIfItIsAboveTheBurst(@ForAll("plans") Plan plan) {
    Story story = new Story(plan);
    for (Move move : plan.moves()) {
      Happening happening = story.play(move);
      if (happening.step().answer() instanceof Verdict verdict && !verdict.granted()) {
        if (happening.request().amount() > happening.terms().burst()) {
          assertThat(verdict.retryAfterMicros()).as("%s", happening).isEqualTo(Wait.NEVER);
        } else {
          assertThat(verdict.retryAfterMicros()).as("%s", happening).isPositive();
        }
      }
    }
  }

  @Property
  void key_isFullAtResetAfterAndNotBefore(@ForAll("plans") Plan plan) {
    Story story = new Story(plan);
    for (Move move : plan.moves()) {
      Happening happening = story.play(move);
      long reset = happening.report().resetAfterMicros();

      assertThat(isFull(happening, reset)).as("at resetAfter: %s", happening).isTrue();
      if (reset > 0) {
        assertThat(isFull(happening, reset - 1)).as("before it: %s", happening).isFalse();
      }
    }
  }

  private static boolean isFull(Happening happening, long afterMicros) {
    Bucket bucket = happening.later(happening.micros() + afterMicros);
    return bucket.peek(0).answer().report().resetAfterMicros() == 0;
  }

  @Property
  void reservation_isThereAtTheEndOfItsWait(@ForAll("plans") Plan plan) {
    Story story = new Story(plan);
    for (Move move : plan.moves()) {
      Happening happening = story.play(move);
      if (happening.request().op() == Op.RESERVE
          && happening.step().answer() instanceof Verdict verdict
          && verdict.waitMicros() > 0) {
        Bucket due = before(happening, verdict.waitMicros());
        Bucket early = before(happening, verdict.waitMicros() - 1);

        assertThat(due.check(happening.request().amount()).answer().granted()).isTrue();
        assertThat(early.check(happening.request().amount()).answer().granted()).isFalse();
      }
    }
  }

  /** The key if it had not been reserved, some time later. */
  private static Bucket before(Happening happening, long afterMicros) {
    KeyState present =
        Bucket.at(happening.stored(), happening.terms().units(), happening.micros())
            .refund(0)
            .state();
    return Bucket.at(present, happening.terms().units(), happening.micros() + afterMicros);
  }
}
