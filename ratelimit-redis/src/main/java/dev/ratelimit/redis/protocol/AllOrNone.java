package dev.ratelimit.redis.protocol;

import dev.ratelimit.Decision;
import dev.ratelimit.Origin;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.store.Demand;
import dev.ratelimit.core.store.Replies;
import dev.ratelimit.redis.script.RedisKeys;
import dev.ratelimit.redis.script.ScriptCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Demands on several keys under token buckets, decided by one script call.
 *
 * @param demands what is asked of each key
 * @param terms of each demand's limit
 */
public record AllOrNone(List<Demand> demands, List<Terms> terms) {

  /** Tells the script that the groups are charged all or none. */
  private static final byte[] MODE = {1};

  /** {@return the call, if one script can decide these} */
  public static Optional<AllOrNone> of(List<Demand> demands, Function<Demand, Terms> termsOf) {
    List<Terms> terms = demands.stream().map(termsOf).toList();
    for (int i = 0; i < demands.size(); i++) {
      if (!(terms.get(i).limit() instanceof TokenBucket)
          || !terms.get(i).isChargeable(demands.get(i).cost())) {
        return Optional.empty();
      }
    }
    return Optional.of(new AllOrNone(demands, terms));
  }

  public ScriptCall call(RedisKeys keys) {
    List<byte[]> arguments = new ArrayList<>();
    for (int i = 0; i < demands.size(); i++) {
      arguments.add(group(i, Operation.check(terms.get(i), demands.get(i).cost())).packed());
    }
    arguments.add(MODE);
    return ScriptCall.of(
        terms.get(0).protocol().script(),
        demands.stream().map(demand -> keys.of(demand.key())).toList(),
        arguments);
  }

  /**
   * {@return the decision on each demand: what a check answers if all have their permits, else what
   * a look answers}
   *
   * @param reply the script's
   * @param nowMicros the caller's instant
   */
  public List<Decision> decisions(List<?> reply, long nowMicros) {
    long serverMicros = (Long) reply.get(0);
    List<Verdict> looks = new ArrayList<>();
    List<Verdict> checks = new ArrayList<>();
    for (int i = 0; i < demands.size(); i++) {
      long cost = demands.get(i).cost();
      looks.add(answer(i, Operation.peek(cost), reply, serverMicros));
      checks.add(answer(i, Operation.check(terms.get(i), cost), reply, serverMicros));
    }
    List<Verdict> verdicts = looks.stream().allMatch(Verdict::granted) ? checks : looks;
    List<Decision> decisions = new ArrayList<>();
    for (int i = 0; i < demands.size(); i++) {
      String name = demands.get(i).rule().name();
      decisions.add(new Replies(name, Origin.STORE, nowMicros).decision(verdicts.get(i)));
    }
    return decisions;
  }

  private Verdict answer(int i, Operation<Verdict> operation, List<?> reply, long serverMicros) {
    return (Verdict) group(i, operation).answers(reply.get(i + 1), serverMicros).get(0);
  }

  private Group group(int i, Operation<?> operation) {
    return new Group(terms.get(i), demands.get(i).key(), List.of(operation));
  }
}
