package dev.ratelimit.redis.coalesce;

import dev.ratelimit.StoreException;
import dev.ratelimit.redis.script.ScriptCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Requests that go to Redis as one call. Those for one key under one limit are folded: the script
 * reads and writes that key once.
 *
 * <p>Gathers until the call is made; not thread-safe till then.
 */
final class Batch {

  private static final int MOST_FOLDS = 64;

  private final List<Ask> asks = new ArrayList<>();
  private final List<Fold> folds = new ArrayList<>();
  private final Map<String, Fold> lastOfKeys = new HashMap<>();
  private long firstArrivalMicros = Long.MAX_VALUE;
  private int mostRequests;

  static Batch of(List<Ask> asks) {
    Batch batch = new Batch();
    asks.forEach(batch::add);
    return batch;
  }

  /** Adds a request, for the same script as all others. */
  void add(Ask ask) {
    if (asks.isEmpty()) {
      mostRequests = ask.group().terms().protocol().mostRequests();
    }
    asks.add(ask);
    firstArrivalMicros = Math.min(firstArrivalMicros, ask.caller().arrivalMicros());
    Fold last = lastOfKeys.get(ask.group().key());
    if (last != null && last.takes(ask.group())) {
      last.add(ask);
      return;
    }
    Fold fold = new Fold(ask);
    folds.add(fold);
    lastOfKeys.put(ask.group().key(), fold);
  }

  /** {@return whether it holds as much as a call should carry} It holds something. */
  boolean isFull() {
    return folds.size() == MOST_FOLDS || asks.size() == mostRequests;
  }

  /** {@return the requests, at least 1 once one was added} */
  List<Ask> asks() {
    return asks;
  }

  Ask first() {
    return asks.get(0);
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
    return firstArrivalMicros;
  }

  ScriptCall call() {
    byte[][] keys = new byte[folds.size()][];
    byte[][] groups = new byte[folds.size()][];
    for (int i = 0; i < folds.size(); i++) {
      keys[i] = folds.get(i).key();
      groups[i] = folds.get(i).group().packed();
    }
    return new ScriptCall(first().group().terms().protocol().script(), keys, groups);
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
      folds.get(i).answered(reply, i + 1, failure, deliveries);
    }
    return deliveries;
  }

  /** {@return what each request is told of a call that failed} */
  List<Delivery> failed(StoreException failure) {
    return asks.stream().map(ask -> Delivery.failed(ask, failure)).toList();
  }
}
