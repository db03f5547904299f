package dev.ratelimit.redis.coalesce;

import dev.ratelimit.Limit;
import dev.ratelimit.StoreException;
import dev.ratelimit.redis.protocol.Group;
import dev.ratelimit.redis.script.ScriptCall;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Requests that go to Redis as one call. Those for one key under one limit are folded: the script
 * reads and writes that key once.
 *
 * @param asks the requests, all for one script, at least 1
 * @param folds the same, as the groups of the call
 */
record Batch(List<Ask> asks, List<Fold> folds) {

  /** What is folded has the same. */
  private record Same(String key, Limit limit) {}

  static Batch of(List<Ask> asks) {
    if (asks.size() == 1) {
      return new Batch(asks, List.of(Fold.of(asks)));
    }
    Map<Object, List<Ask>> folds = new LinkedHashMap<>();
    for (Ask ask : asks) {
      Group group = ask.group();
      Object same = group.isFoldable() ? new Same(group.key(), group.terms().limit()) : ask;
      folds.computeIfAbsent(same, key -> new ArrayList<>()).add(ask);
    }
    return new Batch(asks, folds.values().stream().map(Fold::of).toList());
  }

  int size() {
    return asks.size();
  }

  /** {@return the same requests, those for each key by themselves} */
  List<Batch> split() {
    Map<String, List<Ask>> ofKeys = new LinkedHashMap<>();
    asks.forEach(
        ask -> ofKeys.computeIfAbsent(ask.group().key(), key -> new ArrayList<>()).add(ask));
    return ofKeys.values().stream().map(Batch::of).toList();
  }

  /** {@return when the first of the requests came} */
  long firstArrivalMicros() {
    long first = Long.MAX_VALUE;
    for (Ask ask : asks) {
      first = Math.min(first, ask.caller().arrivalMicros());
    }
    return first;
  }

  ScriptCall call() {
    byte[][] keys = new byte[folds.size()][];
    byte[][] groups = new byte[folds.size()][];
    for (int i = 0; i < folds.size(); i++) {
      keys[i] = folds.get(i).asks().get(0).key();
      groups[i] = folds.get(i).group().packed();
    }
    return new ScriptCall(asks.get(0).group().terms().protocol().script(), keys, groups);
  }

  /**
   * {@return what each request is told}
   *
   * @param reply the script's
   * @param misunderstood what one that no script of ours gives means to all of them
   */
  List<Delivery> answered(Object reply, Function<RuntimeException, StoreException> misunderstood) {
    Misunderstanding failure = new Misunderstanding(misunderstood);
    List<Delivery> deliveries = new ArrayList<>(asks.size());
    for (int i = 0; i < folds.size(); i++) {
      Fold fold = folds.get(i);
      int part = i + 1;
      deliveries.addAll(fold.answered(new Lazy<>(() -> fold.read(reply, part, failure)), failure));
    }
    return deliveries;
  }

  /** {@return what each request is told of a call that failed} */
  List<Delivery> failed(StoreException failure) {
    return asks.stream().map(ask -> Delivery.failed(ask, failure)).toList();
  }
}
