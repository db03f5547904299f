package dev.ratelimit.testkit.fleet;

import dev.ratelimit.Decision;
import dev.ratelimit.Rules;

/** A foreign caller, who checks the store itself, at once. */
final class Outsider {

  private final Server server;
  private final Rules rules;
  private final Journal journal;
  private final Count count = new Count();

  Outsider(Server server, Rules rules, Journal journal) {
    this.server = server;
    this.rules = rules;
    this.journal = journal;
  }

  void arrive(Arrival arrival) {
    count.offered(arrival.cost());
    count.called();
    journal.offered(arrival);
    Decision decision =
        server.perform(
            (store, micros) ->
                store.check(arrival.key(), rules.ruleFor(arrival.key()), arrival.cost(), micros));
    count.answered(decision, arrival.cost());
    journal.answered(arrival, decision);
  }

  Tally tally() {
    return count.tally();
  }
}
