package dev.ratelimit.core.store;

import dev.ratelimit.Decision;
import dev.ratelimit.DecisionBuilder;
import dev.ratelimit.Origin;
import dev.ratelimit.core.algorithm.Grant;
import dev.ratelimit.core.algorithm.Owed;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.algorithm.Wait;

/**
 * Turns what the pure functions answer into what the store port replies.
 *
 * @param ruleName what the decisions report
 * @param origin who decides
 * @param atMicros the instant of the decision
 */
public record Replies(String ruleName, Origin origin, long atMicros) {

  /**
   * {@return the decision on a check or a peek}
   *
   * @param verdict what was answered
   */
  public Decision decision(Verdict verdict) {
    return decision(
        verdict.granted() ? 0 : verdict.retryAfterMicros(), verdict.granted(), verdict.report());
  }

  /**
   * {@return what became of a reservation}
   *
   * @param verdict what was answered
   */
  public Held held(Verdict verdict) {
    return new Held(decision(verdict), verdict.waitMicros());
  }

  /**
   * {@return what a take brought}
   *
   * @param grant what was answered
   */
  public Taken taken(Grant grant) {
    return new Taken(grant.granted(), afterwards(grant));
  }

  /**
   * {@return what a lease call brought}
   *
   * @param check the decision on its check
   * @param owed what the key owes after that
   * @param grant what was answered to its request for a lease
   */
  public LeaseReply lease(Decision check, Owed owed, Grant grant) {
    LeaseId id = new LeaseId(grant.generation(), grant.slot());
    return new LeaseReply(check, owed, grant.granted(), id, afterwards(grant));
  }

  /**
   * {@return the state of a key, as an allowed decision}
   *
   * @param report what is said of it
   */
  public Decision state(Report report) {
    return decision(0, true, report);
  }

  private Decision afterwards(Grant grant) {
    return decision(grant.retryAfterMicros(), grant.retryAfterMicros() == 0, grant.report());
  }

  private Decision decision(long retryAfterMicros, boolean allowed, Report report) {
    return outcome(retryAfterMicros, allowed, report)
        .resetAfterMicros(report.resetAfterMicros())
        .atMicros(atMicros)
        .origin(origin)
        .ruleName(ruleName)
        .binding(report.binding())
        .build();
  }

  private static DecisionBuilder outcome(long retryAfterMicros, boolean allowed, Report report) {
    if (allowed) {
      return DecisionBuilder.allowed(report.limit(), report.remaining());
    }
    if (retryAfterMicros == Wait.NEVER) {
      return DecisionBuilder.never(report.limit(), report.remaining());
    }
    return DecisionBuilder.denied(report.limit(), report.remaining(), retryAfterMicros);
  }
}
