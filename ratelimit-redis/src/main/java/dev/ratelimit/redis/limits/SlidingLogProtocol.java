package dev.ratelimit.redis.limits;

import dev.ratelimit.SlidingLog;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.algorithm.Wait;
import dev.ratelimit.redis.protocol.Group;
import dev.ratelimit.redis.protocol.Operation;
import dev.ratelimit.redis.protocol.Packing;
import dev.ratelimit.redis.protocol.Protocol;
import dev.ratelimit.redis.script.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Asks about a sliding log. Its state is too long to be replied, so the script says of each
 * operation what came of it, in four numbers: whether it was allowed, how many permits count after
 * it, the newest instant of those (-1 if none), and of a denial the instant of the permit that must
 * go before the cost is there.
 *
 * @param script what decides
 * @param limit the limit
 */
record SlidingLogProtocol(Script script, SlidingLog limit) implements Protocol {

  private static final int NUMBERS = 4;
  private static final int ALLOWED = 0;
  private static final int COUNT = 1;
  private static final int NEWEST = 2;
  private static final int MUST_GO = 3;
  private static final long LATEST = 1L << 53;

  @Override
  public byte[] limit(String key) {
    return new Packing(2 * Double.BYTES).number(limit.permits()).number(windowMicros()).array();
  }

  /** What the script has nothing to do for is sent as a look, so that it too is replied to. */
  @Override
  public List<byte[]> packed(List<Operation<?>> operations) {
    List<byte[]> parts = new ArrayList<>(operations.size());
    for (Operation<?> operation : operations) {
      byte[] packed = operation.packed();
      parts.add(packed.length == 0 ? Operation.look(operation.cost(), limit.permits()) : packed);
    }
    return parts;
  }

  @Override
  public List<Object> answers(Group group, Object reply, long serverMicros) {
    Numbers numbers = Numbers.of(reply);
    List<Operation<?>> operations = group.operations();
    numbers.requireSize(numbers.size() == NUMBERS * operations.size());
    List<Object> answers = new ArrayList<>(operations.size());
    for (int i = 0; i < operations.size(); i++) {
      answers.add(answer(operations.get(i), numbers, i * NUMBERS, serverMicros));
    }
    return answers;
  }

  private Object answer(Operation<?> operation, Numbers numbers, int at, long serverMicros) {
    Report report = report(numbers, at, serverMicros);
    if (!operation.isOfACost()) {
      return report;
    }
    if (operation.cost() > limit.permits()) {
      return new Verdict(false, 0, Wait.NEVER, report);
    }
    boolean allowed = operation.cost() == 0 || numbers.at(at + ALLOWED, 0, 1) == 1;
    long retry = allowed ? 0 : untilGone(numbers.at(at + MUST_GO), serverMicros);
    return new Verdict(allowed, 0, retry, report);
  }

  private Report report(Numbers numbers, int at, long serverMicros) {
    long count = numbers.at(at + COUNT);
    long newest = numbers.at(at + NEWEST, -1, LATEST);
    return new Report(
        limit.permits(),
        Math.max(0, limit.permits() - count),
        count == 0 ? 0 : untilGone(newest, serverMicros));
  }

  private long untilGone(long instant, long serverMicros) {
    return instant + windowMicros() - serverMicros;
  }

  private long windowMicros() {
    return TimeUnit.MICROSECONDS.convert(limit.window());
  }
}
