package dev.ratelimit.examples.pictures;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.algorithm.Grant;
import dev.ratelimit.core.algorithm.KeyState;
import dev.ratelimit.core.algorithm.Step;
import dev.ratelimit.core.bucket.Bucket;
import dev.ratelimit.core.bucket.BucketState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One key of two instances that lease, as Redis keeps it: one of them is killed. */
final class LeasePicture {

  static final TokenBucket LIMIT = Limit.perSecond(1_000);
  static final long BURST = LIMIT.burst();

  private static final int END_MILLIS = 250;
  private static final long BLOCK = 300;
  private static final BucketUnits UNITS = LIMIT.units();

  private final List<Point> there = new ArrayList<>();
  private final List<Point> ceiling = new ArrayList<>();
  private @Nullable KeyState state;

  private LeasePicture() {}

  /** {@return the key, after all that happens to it} */
  static LeasePicture drawn() {
    LeasePicture key = new LeasePicture();
    key.watch(0, 10);
    Grant first = key.grant(10);
    key.watch(10, 40);
    key.does(40, bucket -> bucket.spent(first.generation(), first.slot(), BLOCK));
    Grant second = key.grant(40);
    key.watch(40, 70);
    key.grant(70); // of the instance that is killed
    key.watch(70, 90);
    key.does(90, bucket -> bucket.spent(second.generation(), second.slot(), 200));
    key.does(90, bucket -> bucket.giveBack(second.generation(), second.slot(), 100));
    key.watch(90, END_MILLIS);
    return key;
  }

  private Grant grant(int millis) {
    return does(millis, bucket -> bucket.grant(BLOCK));
  }

  private <A> A does(int millis, Function<Bucket, Step<A>> operation) {
    Step<A> step = operation.apply(at(millis));
    state = step.state();
    watch(millis, millis);
    return step.answer();
  }

  private void watch(int from, int until) {
    for (int millis = from; millis <= until; millis++) {
      long out = out(millis);
      long debt = at(millis).owed().answer().debt();
      there.add(new Point(millis, (UNITS.capacity() - debt) / (double) UNITS.unitsPerPermit()));
      ceiling.add(new Point(millis, BURST - out));
    }
  }

  private Bucket at(int millis) {
    return Bucket.at(state, UNITS, millis * 1_000L);
  }

  private long out(int millis) {
    Step<?> empty = at(millis).reset(); // owes what is out, and no more
    return empty.state() instanceof BucketState bucket ? bucket.out().total() : 0;
  }

  /** {@return the permits in Redis, by millisecond} */
  List<Point> there() {
    return List.copyOf(there);
  }

  /** {@return what they may come to: the burst without what is out on lease} */
  List<Point> ceiling() {
    return List.copyOf(ceiling);
  }

  static String svg() {
    LeasePicture key = drawn();
    return new Chart("Leases on Limit.perSecond(1_000), as Redis keeps the key", END_MILLIS, BURST)
        .axes(50, 200, "milliseconds")
        .curve(Ink.OTHER, key.ceiling())
        .curve(Ink.LINE, key.there())
        .word(new Point(0, 700), 4, 18, Ink.TEXT, "A takes 300")
        .word(new Point(42, 700), 6, -36, Ink.TEXT, "A has spent them, takes 300 more")
        .word(new Point(72, 0), 0, -6, Ink.TEXT, "B takes 300, and is killed")
        .word(new Point(91, 250), 8, 26, Ink.TEXT, "A has spent 200, gives 100 back")
        .word(new Point(175, 700), 8, 4, Ink.TEXT, "B's lease lapses")
        .word(new Point(180, 1_000), 0, 18, Ink.OTHER, "burst − out on lease")
        .word(new Point(195, 360), 0, 30, Ink.LINE, "permits in Redis")
        .svg();
  }
}
