package dev.ratelimit.redis.limits;

import dev.ratelimit.AllOf;
import dev.ratelimit.BucketUnits;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.allof.AllOfAlgorithm;
import dev.ratelimit.core.allof.AllOfState;
import dev.ratelimit.core.bucket.BucketState;
import dev.ratelimit.core.bucket.Outstanding;
import dev.ratelimit.redis.protocol.Group;
import dev.ratelimit.redis.protocol.Packing;
import dev.ratelimit.redis.protocol.Protocol;
import dev.ratelimit.redis.script.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Asks about several token buckets on one key. The reply is the debt of each.
 *
 * @param script what decides
 * @param units of each limit
 * @param algorithm of all
 */
record AllOfProtocol(Script script, List<BucketUnits> units, AllOfAlgorithm algorithm)
    implements Protocol {

  AllOfProtocol(Script script, AllOf limit) {
    this(
        script, limit.limits().stream().map(TokenBucket::units).toList(), AllOfAlgorithm.of(limit));
  }

  @Override
  public byte[] limit(String key) {
    Packing packing = new Packing(1 + units.size() * TokenBucketProtocol.LIMIT_BYTES);
    packing.code(units.size());
    units.forEach(of -> TokenBucketProtocol.pack(packing, of));
    return packing.array();
  }

  @Override
  public List<Object> answers(Group group, Object reply, long serverMicros) {
    return Replay.answers(
        group,
        algorithm.at(found(reply, serverMicros), group.key(), serverMicros),
        algorithm,
        serverMicros);
  }

  private @Nullable AllOfState found(Object reply, long serverMicros) {
    Numbers debts = Numbers.of(reply);
    debts.requireSize(debts.size() == units.size());
    List<Optional<BucketState>> parts = new ArrayList<>();
    for (int i = 0; i < units.size(); i++) {
      BucketUnits of = units.get(i);
      long debt = debts.at(i, 0, of.maxDebt());
      parts.add(
          debt == 0
              ? Optional.empty()
              : Optional.of(new BucketState(of, debt, of.tick(serverMicros), Outstanding.NONE, 0)));
    }
    return parts.stream().allMatch(Optional::isEmpty) ? null : new AllOfState(parts);
  }
}
