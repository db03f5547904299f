package dev.ratelimit.redis.coalesce;

import dev.ratelimit.redis.protocol.Group;
import dev.ratelimit.redis.protocol.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Requests for one key under one limit, as one group of a call.
 *
 * @param group what they ask, in their order
 * @param asks the requests
 */
record Fold(Group group, List<Ask> asks) {

  static Fold of(List<Ask> asks) {
    Group first = asks.get(0).group();
    if (asks.size() == 1) {
      return new Fold(first, asks);
    }
    List<Operation<?>> operations = new ArrayList<>();
    asks.forEach(ask -> operations.addAll(ask.group().operations()));
    return new Fold(new Group(first.terms(), first.key(), operations), asks);
  }

  /** {@return the answers to all operations, read off one part of a reply} */
  List<Object> read(Object reply, int part, Misunderstanding misunderstanding) {
    try {
      List<?> parts = (List<?>) reply;
      return group.answers(parts.get(part), (Long) parts.get(0));
    } catch (RuntimeException e) {
      throw misunderstanding.of(e);
    }
  }

  /** {@return what each request is told} */
  List<Delivery> answered(Supplier<List<Object>> answers, Misunderstanding misunderstanding) {
    List<Delivery> deliveries = new ArrayList<>(asks.size());
    int next = 0;
    for (Ask ask : asks) {
      int end = next + ask.group().operations().size();
      deliveries.add(Delivery.answered(ask, new Answers(answers, next, end, misunderstanding)));
      next = end;
    }
    return deliveries;
  }
}
