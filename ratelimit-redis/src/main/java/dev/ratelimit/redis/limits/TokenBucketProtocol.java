package dev.ratelimit.redis.limits;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.core.algorithm.Algorithm;
import dev.ratelimit.core.algorithm.LimitedKey;
import dev.ratelimit.core.bucket.Bucket;
import dev.ratelimit.core.bucket.BucketChecks;
import dev.ratelimit.core.bucket.BucketState;
import dev.ratelimit.core.bucket.Carried;
import dev.ratelimit.core.bucket.Outstanding;
import dev.ratelimit.core.bucket.SlotGrant;
import dev.ratelimit.redis.protocol.Group;
import dev.ratelimit.redis.protocol.Operation;
import dev.ratelimit.redis.protocol.Packing;
import dev.ratelimit.redis.protocol.Protocol;
import dev.ratelimit.redis.script.Script;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks about a token bucket. The reply is the debt, or a list where permits are or have been out on
 * lease.
 *
 * <p>Immutable.
 */
final class TokenBucketProtocol implements Protocol {

  /** The bytes of a packed limit. */
  static final int LIMIT_BYTES = 1 + 3 * Double.BYTES;

  /** Any number of checks of one cost takes the server as long as one. */
  private static final int MOST_REQUESTS = 512;

  /** Where a leased state's numbers stand in its reply. */
  private static final int DEBT = 0;

  private static final int GENERATION = 1;
  private static final int CARRIED = 2;
  private static final int LAPSE = 3;
  private static final int SLOTS = 4;

  private final Script script;
  private final BucketUnits units;
  private final Algorithm algorithm;
  private final byte[] limit;

  /**
   * Makes it.
   *
   * @param script what decides
   * @param units of the limit
   */
  TokenBucketProtocol(Script script, BucketUnits units) {
    this.script = script;
    this.units = units;
    this.algorithm = (stored, key, micros) -> Bucket.at(stored, units, micros);
    this.limit = pack(new Packing(LIMIT_BYTES), units).array();
  }

  /** Packs a limit, also as one part of several. */
  static Packing pack(Packing packing, BucketUnits units) {
    return packing
        .code(TickCode.of(units.tickMicros()))
        .number(units.unitsPerTick())
        .number(units.unitsPerPermit())
        .number(units.capacity());
  }

  @Override
  public Script script() {
    return script;
  }

  @Override
  public byte[] limit(String key) {
    return limit;
  }

  @Override
  public int mostRequests() {
    return MOST_REQUESTS;
  }

  /** Checks of one cost that follow each other are sent as one. */
  @Override
  public List<byte[]> packed(List<Operation<?>> operations) {
    List<byte[]> parts = new ArrayList<>();
    int next = 0;
    while (next < operations.size()) {
      Operation<?> first = operations.get(next);
      int begin = next++;
      while (next < operations.size() && first.isRepeatedBy(operations.get(next))) {
        next++;
      }
      int times = next - begin;
      parts.add(times == 1 ? first.packed() : Operation.checks(first.cost(), times));
    }
    return parts;
  }

  @Override
  public List<Object> answers(Group group, Object reply, long serverMicros) {
    if (reply instanceof Long && group.isOfChecks()) {
      return checked(group, Numbers.of(reply).at(DEBT, 0, units.maxDebt()), serverMicros);
    }
    return Replay.answers(group, found(reply, serverMicros), algorithm, serverMicros);
  }

  /** The same as the replay of checks, in fewer steps. */
  private List<Object> checked(Group group, long debt, long serverMicros) {
    BucketChecks checks = new BucketChecks(units, debt, serverMicros);
    List<Object> answers = new ArrayList<>(group.operations().size());
    for (Operation<?> operation : group.operations()) {
      answers.add(checks.next(operation.cost()));
    }
    return answers;
  }

  private LimitedKey found(Object reply, long serverMicros) {
    Numbers numbers = Numbers.of(reply);
    long tick = units.tick(serverMicros);
    long debt = numbers.at(DEBT, 0, units.maxDebt());
    if (reply instanceof Long) {
      return debt == 0
          ? Bucket.at(null, units, serverMicros)
          : Bucket.refilled(
              new BucketState(units, debt, tick, Outstanding.NONE, 0), units, serverMicros);
    }
    numbers.requireSize(numbers.size() >= SLOTS && numbers.size() % 2 == 0);
    return Bucket.refilled(
        new BucketState(units, debt, tick, outstanding(numbers), numbers.at(GENERATION)),
        units,
        serverMicros);
  }

  private static Outstanding outstanding(Numbers numbers) {
    List<SlotGrant> grants = new ArrayList<>();
    for (int i = SLOTS; i + 1 < numbers.size(); i += 2) {
      if (numbers.at(i + 1) > 0) {
        grants.add(new SlotGrant(numbers.at(i), numbers.at(i + 1)));
      }
    }
    return new Outstanding(grants, new Carried(numbers.at(CARRIED), numbers.at(LAPSE)));
  }
}
