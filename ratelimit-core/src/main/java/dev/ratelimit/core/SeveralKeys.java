package dev.ratelimit.core;

import dev.ratelimit.Decision;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Request;
import dev.ratelimit.Rule;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.store.Demand;
import dev.ratelimit.core.store.Store;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Checks several keys, all or none. What needs no store is asked first.
 *
 * @param store decides about the others
 * @param time the limiter's clock
 */
record SeveralKeys(Store store, TimeSource time) {

  /**
   * What a caller is told.
   *
   * @param demand of which key
   * @param decision what was decided
   */
  record Answer(Demand demand, Decision decision) {}

  /**
   * {@return what is demanded of each key; of equal keys the sum}
   *
   * @param rules finds the rule of a key
   * @throws IllegalArgumentException if there are none or too many requests
   */
  static List<Demand> demands(List<Request> requests, Function<String, Rule> rules) {
    if (requests.isEmpty() || requests.size() > PermitLimiter.MOST_REQUESTS) {
      throw new IllegalArgumentException(
          "requests must be from 1 to "
              + PermitLimiter.MOST_REQUESTS
              + ", were "
              + requests.size());
    }
    Map<String, Long> costs = new LinkedHashMap<>();
    for (Request request : requests) {
      costs.merge(request.key(), request.cost(), SeveralKeys::saturatingSum);
    }
    List<Demand> demands = new ArrayList<>();
    costs.forEach((key, cost) -> demands.add(new Demand(key, rules.apply(key), cost)));
    return demands;
  }

  private static long saturatingSum(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }

  /** {@return the decision that limits the request most, and of which key it is} */
  Answer check(List<Demand> demands, long nowMicros) {
    List<Demand> answered = new ArrayList<>();
    List<Demand> asking = new ArrayList<>();
    List<Decision> decisions = new ArrayList<>();
    for (Demand demand : demands) {
      Decision standing = StandingAnswer.of(demand.rule(), time);
      if (standing == null) {
        asking.add(demand);
      } else {
        answered.add(demand);
        decisions.add(standing);
      }
    }
    if (!asking.isEmpty() && decisions.stream().allMatch(Decision::allowed)) {
      answered.addAll(asking);
      decisions.addAll(
          store
              .checkTogether(asking, nowMicros)
              .orElseGet(() -> new OneByOne(store, time).check(asking)));
    }
    int binding = Binding.indexOf(decisions);
    return new Answer(answered.get(binding), decisions.get(binding));
  }
}
