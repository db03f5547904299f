package dev.ratelimit.core.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.core.bucket.Story.Happening;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** Any history under any limits: answers and states are those of the slow bucket. */
class BucketModelPropertyTest {

  @Provide
  Arbitrary<Plan> wild() {
    return Plan.wild();
  }

  @Provide
  Arbitrary<Plan> steady() {
    return Plan.steady(op -> true);
  }

  @Property
  void anyHistory_isAnsweredAsSpecified(@ForAll("wild") Plan plan) {
    assertAsSpecified(plan);
  }

  @Property
  void anyHistoryUnderOneLimit_isAnsweredAsSpecified(@ForAll("steady") Plan plan) {
    assertAsSpecified(plan);
  }

  private static void assertAsSpecified(Plan plan) {
    Story story = new Story(plan);
    SlowState stored = null;
    for (Move move : plan.moves()) {
      Happening happening = story.play(move);
      SlowBucket slow = new SlowBucket(stored, happening.terms(), happening.micros());

      Object expected = slow.answer(happening.request());

      String what = happening.toString();
      assertThat((Object) happening.step().answer()).as(what).isEqualTo(expected);
      assertThat(happening.step().written()).as(what).isEqualTo(slow.written());
      stored = slow.after();
      assertThat(sorted(happening.state()))
          .as(what)
          .isEqualTo(stored == null ? null : stored.asStored());
    }
  }

  private static @Nullable BucketState sorted(@Nullable BucketState state) {
    if (state == null) {
      return null;
    }
    List<SlotGrant> grants =
        state.out().grants().stream().sorted(Comparator.comparing(SlotGrant::slot)).toList();
    return state.with(state.debt(), new Outstanding(grants, state.out().carried()));
  }
}
