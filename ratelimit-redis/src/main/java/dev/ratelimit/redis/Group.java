package dev.ratelimit.redis;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.core.algorithm.Step;
import dev.ratelimit.core.bucket.Bucket;
import dev.ratelimit.core.bucket.BucketState;
import dev.ratelimit.core.bucket.Carried;
import dev.ratelimit.core.bucket.Outstanding;
import dev.ratelimit.core.bucket.SlotGrant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Operations on one key under one limit, performed in order by one script call.
 *
 * @param units of the limit
 * @param operations in order
 */
record Group(BucketUnits units, List<Operation<?>> operations) {

  private static final int LIMIT_BYTES = 1 + 3 * Double.BYTES;

  /** Where a leased state's numbers stand in its reply. */
  private static final int DEBT = 0;

  private static final int GENERATION = 1;
  private static final int CARRIED = 2;
  private static final int LAPSE = 3;
  private static final int SLOTS = 4;

  Group {
    operations = List.copyOf(operations);
  }

  /** {@return the group as the script reads it} */
  byte[] packed() {
    int size = LIMIT_BYTES;
    for (Operation<?> operation : operations) {
      size += operation.packed().length;
    }
    Packing group = new Packing(size);
    group
        .code(tickCode())
        .number(units.unitsPerTick())
        .number(units.unitsPerPermit())
        .number(units.capacity());
    for (Operation<?> operation : operations) {
      group.packed(operation.packed());
    }
    return group.array();
  }

  private int tickCode() {
    return units.tickMicros() == 1 ? 0 : units.tickMicros() == 1_000 ? 1 : 2;
  }

  /**
   * {@return the answer to each operation}
   *
   * @param reply what the script said of the key, before the operations
   * @param serverMicros the server's instant
   */
  List<Object> answers(Object reply, long serverMicros) {
    @Nullable BucketState found = state(reply, serverMicros);
    Bucket bucket =
        found == null
            ? Bucket.at(null, units, serverMicros)
            : Bucket.refilled(found, units, serverMicros);
    List<Object> answers = new ArrayList<>(operations.size());
    for (Operation<?> operation : operations) {
      Step<?> step = operation.on(bucket);
      answers.add(step.answer());
      bucket = Bucket.at(step.state(), units, serverMicros);
    }
    return answers;
  }

  private @Nullable BucketState state(Object reply, long serverMicros) {
    long tick = units.tick(serverMicros);
    if (reply instanceof Long debt && debt >= 0 && debt <= units.maxDebt()) {
      return debt == 0 ? null : new BucketState(units, debt, tick, Outstanding.NONE, 0);
    }
    if (reply instanceof List<?> numbers && isLeased(numbers)) {
      return new BucketState(
          units, at(numbers, DEBT), tick, outstanding(numbers), at(numbers, GENERATION));
    }
    throw new IllegalStateException("a script of ours replied " + reply);
  }

  private boolean isLeased(List<?> numbers) {
    return numbers.size() >= SLOTS
        && numbers.size() % 2 == 0
        && numbers.stream().allMatch(Group::isInRange)
        && at(numbers, DEBT) <= units.maxDebt();
  }

  private static boolean isInRange(Object number) {
    return number instanceof Long value && value >= 0 && value <= BucketUnits.MAX_DEBT;
  }

  private static Outstanding outstanding(List<?> numbers) {
    List<SlotGrant> grants = new ArrayList<>();
    for (int i = SLOTS; i + 1 < numbers.size(); i += 2) {
      if (at(numbers, i + 1) > 0) {
        grants.add(new SlotGrant(at(numbers, i), at(numbers, i + 1)));
      }
    }
    return new Outstanding(grants, new Carried(at(numbers, CARRIED), at(numbers, LAPSE)));
  }

  private static long at(List<?> numbers, int index) {
    return (Long) numbers.get(index);
  }
}
