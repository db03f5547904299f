package dev.ratelimit.core;

import dev.ratelimit.Decision;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.store.Demand;
import dev.ratelimit.core.store.Granted;
import dev.ratelimit.core.store.Store;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks several keys of a store that cannot decide about them in one step: looks at all, spends in
 * order, and gives back if one is denied after all.
 *
 * <p>Thread-safe.
 */
final class OneByOne {

  private static final Logger LOG = System.getLogger(StoreLimiter.class.getName());

  private final Store store;
  private final TimeSource time;

  OneByOne(Store store, TimeSource time) {
    this.store = store;
    this.time = time;
  }

  /** {@return decisions on each: all allowed and charged, or at least one denied} */
  List<Decision> check(List<Demand> demands) {
    if (demands.size() > 1) {
      List<Decision> looks = new ArrayList<>();
      for (Demand demand : demands) {
        looks.add(store.peek(demand.key(), demand.rule(), demand.cost(), time.micros()));
      }
      if (!looks.stream().allMatch(Decision::allowed)) {
        return looks;
      }
    }
    return spend(demands);
  }

  private List<Decision> spend(List<Demand> demands) {
    List<Decision> decisions = new ArrayList<>();
    boolean spent = false;
    try {
      for (Demand demand : demands) {
        Decision decision = store.check(demand.key(), demand.rule(), demand.cost(), time.micros());
        decisions.add(decision);
        if (!decision.allowed()) {
          return decisions;
        }
      }
      spent = true;
      return decisions;
    } finally {
      if (!spent) {
        giveBack(demands, decisions);
      }
    }
  }

  private void giveBack(List<Demand> demands, List<Decision> decisions) {
    for (int i = 0; i < decisions.size(); i++) {
      Decision decision = decisions.get(i);
      if (decision.allowed()) {
        giveBack(demands.get(i), new Granted(demands.get(i).cost(), decision.origin()));
      }
    }
  }

  /** A store that fails here changes no decision. */
  private void giveBack(Demand demand, Granted granted) {
    try {
      store.cancel(demand.key(), demand.rule(), granted, time.micros());
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "permits of a check that another key denied are lost", e);
    }
  }
}
