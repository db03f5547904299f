package dev.ratelimit.redis.coalesce;

import dev.ratelimit.redis.protocol.Group;
import dev.ratelimit.redis.protocol.Operation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Requests for one key under one limit, as one group of a call. Gathers until the call is made; not
 * thread-safe till then.
 */
final class Fold {

  private final List<Ask> asks = new ArrayList<>();
  private final Group first;
  private final boolean open;
  private @Nullable Group all; // once the call is made

  Fold(Ask ask) {
    this.first = ask.group();
    this.open = first.isFoldable();
    asks.add(ask);
  }

  /** {@return whether a request can be added} */
  boolean takes(Group group) {
    return open
        && group.isFoldable()
        && group.key().equals(first.key())
        && group.terms().limit().equals(first.terms().limit());
  }

  void add(Ask ask) {
    asks.add(ask);
  }

  /** {@return the key in Redis} */
  byte[] key() {
    return asks.get(0).key();
  }

  /** {@return what all ask, in their order} */
  Group group() {
    @Nullable Group known = all;
    if (known == null) {
      known = asks.size() == 1 ? first : folded();
      all = known;
    }
    return known;
  }

  private Group folded() {
    List<Operation<?>> operations = new ArrayList<>(asks.size());
    for (Ask ask : asks) {
      List<Operation<?>> own = ask.group().operations();
      for (int i = 0; i < own.size(); i++) {
        operations.add(own.get(i));
      }
    }
    return new Group(first.terms(), first.key(), operations);
  }

  /** Adds what each request is told. */
  void answered(Object reply, int part, Misunderstanding failure, List<Delivery> deliveries) {
    Group group = group();
    Lazy<List<Object>> answers = new Lazy<>(() -> read(group, reply, part, failure));
    int from = 0;
    for (Ask ask : asks) {
      deliveries.add(Delivery.answered(ask, new Answers(answers, from, failure)));
      from += ask.group().operations().size();
    }
  }

  /** {@return the answers to all operations, read off one part of a reply} */
  private static List<Object> read(
      Group group, Object reply, int part, Misunderstanding misunderstanding) {
    try {
      List<?> parts = (List<?>) reply;
      return group.answers(parts.get(part), (Long) parts.get(0));
    } catch (RuntimeException e) {
      throw misunderstanding.of(e);
    }
  }
}
