package dev.ratelimit.core.metrics;

import dev.ratelimit.Decision;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Membership;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Counts what limiters decide, and what befalls their stores, into meters of Micrometer. Its meters
 * and their tags are listed in {@code docs/metrics.md}. No key is ever a tag.
 *
 * <p>Give it to each layer of a limiter: it hears of calls from the one over the store, of
 * decisions and leases from the one that callers ask. It counts into the meters of its name, so
 * limiters that are to be told apart need one each.
 *
 * <p>A registry keeps its meters, and gauges what they read, until this is {@linkplain #close()
 * closed}.
 *
 * <p>Thread-safe.
 *
 * <pre>{@code
 * LimiterMetrics metrics = LimiterMetrics.builder(registry, "orders").build();
 * Limiter limiter = LocalLimiter.builder(Limit.perSecond(5)).listener(metrics).build();
 * limiter.check("user-1"); // ratelimit.decisions{limiter=orders,outcome=allowed,...} is 1
 * }</pre>
 */
@SuppressWarnings("exports") // who has a registry has Micrometer
public final class LimiterMetrics implements LimiterListener, AutoCloseable {

  /** The tag of a rule for which there is no room. */
  public static final String OTHER = "other";

  /** The value of a tag that a rule lacks. */
  public static final String NONE = "none";

  private enum StoreEvent {
    DEGRADED,
    PROBE,
    RECOVERED,
    GONE,
    STATE_LOSS
  }

  private static final String PERMITS = "permits";
  private static final String REQUESTS = "requests";

  private final Meters meters;
  private final RuleMeters rules;
  private final Timer storeChecks;
  private final Timer fallbackChecks;
  private final Timer storeCalls;
  private final DistributionSummary callRequests;
  private final EnumCounters<StoreException.Kind> errors;
  private final EnumCounters<StoreEvent> events;
  private final Set<String> degraded = ConcurrentHashMap.newKeySet();
  private final Counter lateReplies;
  private final Counter uncertainCharges;
  private final Counter droppedRefunds;
  private final Counter lostPostings;
  private final Counter changedLimits;
  private final Counter leaseTaken;
  private final Counter leaseReturned;
  private final Counter leaseExpired;
  private final Counter listenerFailures;

  LimiterMetrics(Meters meters, RuleMeters rules) {
    this.meters = meters;
    this.rules = rules;
    storeChecks = checks(Origin.STORE);
    fallbackChecks = checks(Origin.FALLBACK);
    storeCalls = meters.timer("ratelimit.store.calls", "Calls that the store answered in time");
    callRequests =
        meters.summaryOf(
            REQUESTS, "ratelimit.store.call.requests", "Requests that went as one call");
    errors =
        EnumCounters.of(
            StoreException.Kind.class,
            "error",
            meters.ofLimiter(
                "ratelimit.store.errors", "Calls not answered, and requests not sent"));
    events =
        EnumCounters.of(
            StoreEvent.class,
            "event",
            meters.ofLimiter("ratelimit.store.events", "What became of stores"));
    meters.register(
        meters
            .gauge("ratelimit.stores.degraded", degraded, Set::size)
            .description("Stores that are not asked now, but probed"));
    lateReplies =
        meters.counterOf(
            REQUESTS, "ratelimit.store.late.replies", "Requests answered after their deadline");
    uncertainCharges =
        meters.counterOf(
            REQUESTS, "ratelimit.charges.uncertain", "Requests charged once or not at all");
    droppedRefunds =
        meters.counterOf(
            PERMITS, "ratelimit.refunds.dropped", "Permits that could not be given back");
    lostPostings =
        meters.counterOf(
            PERMITS, "ratelimit.postings.lost", "Permits of a fallback that are never charged");
    changedLimits =
        meters.counter("ratelimit.limits.changed", "Keys that were found under another limit");
    leaseTaken = meters.counterOf(PERMITS, "ratelimit.lease.taken", "Permits taken on lease");
    leaseReturned =
        meters.counterOf(PERMITS, "ratelimit.lease.returned", "Unspent permits sent back");
    leaseExpired =
        meters.counterOf(PERMITS, "ratelimit.lease.expired", "Permits unspent in their term");
    listenerFailures = meters.counter("ratelimit.listener.failures", "How often a listener threw");
  }

  private Timer checks(Origin origin) {
    return meters.timer(
        "ratelimit.checks",
        "How long callers waited that the store answered, or the fallback in its place",
        "origin",
        DecisionCounters.lowerCase(origin));
  }

  /**
   * {@return a builder}
   *
   * @param registry where meters are registered
   * @param limiter what the tag {@code limiter} of all of them says; not blank
   * @throws IllegalArgumentException if the name is blank
   */
  public static LimiterMetricsBuilder builder(MeterRegistry registry, String limiter) {
    return new LimiterMetricsBuilder(registry, limiter);
  }

  /**
   * Has a gauge show how many instances share the limits, as a membership says it just then.
   *
   * @param membership asked whenever the gauge is read; a number less than 1 is shown as none
   */
  public void watchInstances(Membership membership) {
    Objects.requireNonNull(membership, "membership");
    meters.register(
        meters
            .gauge("ratelimit.instances", membership, LimiterMetrics::instances)
            .description("How many instances share the limits"));
  }

  private static double instances(Membership membership) {
    int count = membership.instances();
    return count < 1 ? Double.NaN : count;
  }

  /**
   * Has a gauge show how many permits are in hand.
   *
   * @param permits asked whenever the gauge is read; the {@code permitsOnLease} of a tiered limiter
   */
  public void watchLeases(LongSupplier permits) {
    Objects.requireNonNull(permits, "permits");
    meters.register(
        meters
            .gauge("ratelimit.lease.held", permits, LongSupplier::getAsLong)
            .description("Permits in hand")
            .baseUnit(PERMITS));
  }

  @Override
  public void onDecision(String key, Rule rule, Decision decision) {
    rules.of(rule).count(decision);
  }

  @Override
  public void onStoreAnswer(Decision decision, Duration took) {
    (decision.origin() == Origin.FALLBACK ? fallbackChecks : storeChecks).record(took);
  }

  /** A call that carries no request is none of a caller's, and would make calls seem small. */
  @Override
  public void onStoreCall(Duration took, int requests) {
    storeCalls.record(took);
    if (requests > 0) {
      callRequests.record(requests);
    }
  }

  @Override
  public void onStoreError(StoreException error) {
    errors.of(error.kind()).increment();
  }

  @Override
  public void onDegraded(String store) {
    degraded.add(store);
    happened(StoreEvent.DEGRADED);
  }

  @Override
  public void onProbe(String store) {
    happened(StoreEvent.PROBE);
  }

  @Override
  public void onRecovered(String store) {
    degraded.remove(store);
    happened(StoreEvent.RECOVERED);
  }

  @Override
  public void onGone(String store) {
    degraded.remove(store);
    happened(StoreEvent.GONE);
  }

  @Override
  public void onStateLoss(String store) {
    happened(StoreEvent.STATE_LOSS);
  }

  private void happened(StoreEvent event) {
    events.of(event).increment();
  }

  @Override
  public void onLateReply(int requests) {
    lateReplies.increment(requests);
  }

  @Override
  public void onUncertainCharge(int requests) {
    uncertainCharges.increment(requests);
  }

  @Override
  public void onDroppedRefund(long permits) {
    droppedRefunds.increment((double) permits);
  }

  @Override
  public void onLostPosting(long permits) {
    lostPostings.increment((double) permits);
  }

  @Override
  public void onLeaseTaken(String key, long permits) {
    leaseTaken.increment((double) permits);
  }

  @Override
  public void onLeaseReturned(String key, long permits) {
    leaseReturned.increment((double) permits);
  }

  @Override
  public void onLeaseExpired(String key, long permits) {
    leaseExpired.increment((double) permits);
  }

  @Override
  public void onChangedLimit(String key, Rule rule) {
    changedLimits.increment();
  }

  @Override
  public void onListenerFailure(Throwable failure) {
    listenerFailures.increment();
  }

  /**
   * Removes its meters, and lets go of what its gauges read. Of limiters of one name in a registry
   * the meters are the same ones. To be called after the limiter is closed: a decision of a kind
   * that was not met before would make a meter.
   */
  @Override
  public void close() {
    meters.remove();
  }
}
