package dev.ratelimit.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What Prometheus would scrape of a limiter. */
class LimiterMetricsTest {

  private static final Decision ALLOWED = Decision.allowed(10, 9);
  private static final Decision DENIED = Decision.denied(10, 0, Duration.ofMillis(1));
  private static final Rule FREE = Rule.of("free", Limit.perSecond(10)).withTag("plan", "trial");

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  private LimiterMetricsBuilder builder() {
    return LimiterMetrics.builder(registry, "orders");
  }

  private List<String> scraped(String name) {
    return registry.scrape().lines().filter(line -> line.startsWith(name)).toList();
  }

  private static StoreException error(StoreException.Kind kind) {
    return new StoreException("away", null, StoreException.Charge.NONE, Duration.ZERO)
        .withKind(kind);
  }

  @Test
  void decisions_areCountedByRuleOutcomeAndOrigin() {
    LimiterMetrics metrics = builder().build();

    metrics.onDecision("a", FREE, ALLOWED);
    metrics.onDecision("b", FREE, ALLOWED);
    metrics.onDecision("c", FREE, ALLOWED.toBuilder().origin(Origin.LEASE).build());
    metrics.onDecision("a", FREE, DENIED.toBuilder().origin(Origin.DENY_LINE).build());
    metrics.onDecision("a", Rule.of(Limit.blocked()), Decision.never(0, 0));

    assertThat(scraped("ratelimit_decisions_total"))
        .containsExactlyInAnyOrder(
            "ratelimit_decisions_total{limiter=\"orders\",origin=\"local\","
                + "outcome=\"allowed\",rule=\"free\"} 2.0",
            "ratelimit_decisions_total{limiter=\"orders\",origin=\"lease\","
                + "outcome=\"allowed\",rule=\"free\"} 1.0",
            "ratelimit_decisions_total{limiter=\"orders\",origin=\"deny_line\","
                + "outcome=\"denied\",rule=\"free\"} 1.0",
            "ratelimit_decisions_total{limiter=\"orders\",origin=\"local\","
                + "outcome=\"never\",rule=\"default\"} 1.0");
  }

  @Test
  void tagsOfRules_areThoseThatWereNamed() {
    LimiterMetrics metrics = builder().ruleTags("plan", "scope").build();

    metrics.onDecision("a", FREE.withTag("customer", "c-17"), ALLOWED);
    metrics.onDecision("a", Rule.of("paid", FREE.limit()).withTag("scope", "tenant"), ALLOWED);

    assertThat(scraped("ratelimit_decisions_total"))
        .containsExactlyInAnyOrder(
            "ratelimit_decisions_total{limiter=\"orders\",origin=\"local\",outcome=\"allowed\","
                + "plan=\"trial\",rule=\"free\",scope=\"none\"} 1.0",
            "ratelimit_decisions_total{limiter=\"orders\",origin=\"local\",outcome=\"allowed\","
                + "plan=\"none\",rule=\"paid\",scope=\"tenant\"} 1.0");
  }

  @Test
  void rulesOfOneNameAndOtherTags_areCountedByTheirOwn() {
    LimiterMetrics metrics = builder().ruleTags("plan").build();
    Rule paid = FREE.withTag("plan", "paid");

    for (int i = 0; i < 3; i++) {
      metrics.onDecision("a", FREE, ALLOWED);
      metrics.onDecision("a", paid, ALLOWED);
      metrics.onDecision("a", Rule.of("free", FREE.limit()).withTag("plan", "paid"), ALLOWED);
    }

    assertThat(scraped("ratelimit_decisions_total"))
        .hasSize(2)
        .anyMatch(line -> line.contains("plan=\"trial\"") && line.endsWith(" 3.0"))
        .anyMatch(line -> line.contains("plan=\"paid\"") && line.endsWith(" 6.0"));
  }

  @Test
  void rulesThatAreMadeForEveryCall_makeABoundedNumberOfMeters() {
    LimiterMetrics metrics = builder().ruleTags("plan").maximumRules(5).build();
    Rule known = Rule.of("rule-0", Limit.perSecond(1)).withTag("plan", "p-0");

    for (int i = 0; i < 10_000; i++) {
      Rule rule = Rule.of("rule-" + i, Limit.perSecond(1)).withTag("plan", "p-" + i % 3);
      metrics.onDecision("a", rule, ALLOWED);
    }
    metrics.onDecision("a", known, ALLOWED);

    assertThat(scraped("ratelimit_decisions_total"))
        .hasSize(6)
        .anyMatch(line -> line.contains("rule=\"rule-0\"") && line.endsWith(" 2.0"))
        .anyMatch(
            line -> line.contains("plan=\"other\",rule=\"other\"") && line.endsWith(" 9995.0"));
  }

  @Test
  void storesThatAreNotAsked_areAGauge() {
    LimiterMetrics metrics = builder().build();

    metrics.onDegraded("a:1");
    metrics.onDegraded("b:1");
    metrics.onProbe("a:1");
    metrics.onRecovered("a:1");
    assertThat(scraped("ratelimit_stores_degraded"))
        .containsExactly("ratelimit_stores_degraded{limiter=\"orders\"} 1.0");
    metrics.onGone("b:1");
    metrics.onStateLoss("a:1");

    assertThat(scraped("ratelimit_stores_degraded"))
        .containsExactly("ratelimit_stores_degraded{limiter=\"orders\"} 0.0");
    assertThat(scraped("ratelimit_store_events_total"))
        .containsExactlyInAnyOrder(
            "ratelimit_store_events_total{event=\"degraded\",limiter=\"orders\"} 2.0",
            "ratelimit_store_events_total{event=\"probe\",limiter=\"orders\"} 1.0",
            "ratelimit_store_events_total{event=\"recovered\",limiter=\"orders\"} 1.0",
            "ratelimit_store_events_total{event=\"gone\",limiter=\"orders\"} 1.0",
            "ratelimit_store_events_total{event=\"state_loss\",limiter=\"orders\"} 1.0");
  }

  @Test
  void errors_areCountedByTheirKindAndThereFromTheBeginning() {
    LimiterMetrics metrics = builder().build();

    metrics.onStoreError(error(StoreException.Kind.NO_ANSWER));
    metrics.onStoreError(error(StoreException.Kind.NO_ANSWER));
    metrics.onStoreError(error(StoreException.Kind.MISCONFIGURED));

    assertThat(scraped("ratelimit_store_errors_total"))
        .containsExactlyInAnyOrder(
            "ratelimit_store_errors_total{error=\"not_asked\",limiter=\"orders\"} 0.0",
            "ratelimit_store_errors_total{error=\"no_answer\",limiter=\"orders\"} 2.0",
            "ratelimit_store_errors_total{error=\"not_connected\",limiter=\"orders\"} 0.0",
            "ratelimit_store_errors_total{error=\"refused\",limiter=\"orders\"} 0.0",
            "ratelimit_store_errors_total{error=\"misconfigured\",limiter=\"orders\"} 1.0",
            "ratelimit_store_errors_total{error=\"not_understood\",limiter=\"orders\"} 0.0");
  }

  @Test
  void callsOfTheStore_areTimedAndTheirRequestsSummed() {
    LimiterMetrics metrics = builder().build();

    metrics.onStoreCall(Duration.ofMillis(2), 64);
    metrics.onStoreCall(Duration.ofMillis(1), 1);
    metrics.onStoreCall(Duration.ofMillis(5), 0);

    assertThat(scraped("ratelimit_store_call"))
        .containsExactlyInAnyOrder(
            "ratelimit_store_calls_seconds_count{limiter=\"orders\"} 3",
            "ratelimit_store_calls_seconds_sum{limiter=\"orders\"} 0.008",
            "ratelimit_store_calls_seconds_max{limiter=\"orders\"} 0.005",
            "ratelimit_store_call_requests_count{limiter=\"orders\"} 2",
            "ratelimit_store_call_requests_sum{limiter=\"orders\"} 65.0",
            "ratelimit_store_call_requests_max{limiter=\"orders\"} 64.0");
  }

  @Test
  void answersOfTheStoreAndOfTheFallback_areTimedApart() {
    LimiterMetrics metrics = builder().build();

    metrics.onStoreAnswer(ALLOWED.toBuilder().origin(Origin.STORE).build(), Duration.ofMillis(1));
    metrics.onStoreAnswer(
        DENIED.toBuilder().origin(Origin.FALLBACK).build(), Duration.ofMillis(50));

    assertThat(scraped("ratelimit_checks_seconds_sum"))
        .containsExactlyInAnyOrder(
            "ratelimit_checks_seconds_sum{limiter=\"orders\",origin=\"store\"} 0.001",
            "ratelimit_checks_seconds_sum{limiter=\"orders\",origin=\"fallback\"} 0.05");
  }

  @Test
  void buckets_areThereOnlyIfAskedFor() {
    PrometheusMeterRegistry without = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    LimiterMetrics.builder(without, "orders").build().onStoreCall(Duration.ofMillis(2), 1);
    assertThat(without.scrape()).doesNotContain("_bucket");

    LimiterMetrics metrics = builder().percentileHistogram().build();
    metrics.onStoreCall(Duration.ofMillis(2), 1);

    assertThat(scraped("ratelimit_store_calls_seconds_bucket"))
        .hasSizeBetween(10, 100)
        .anyMatch(line -> line.endsWith("le=\"+Inf\"} 1"));
    assertThat(scraped("ratelimit_checks_seconds_bucket")).isNotEmpty();
  }

  @Test
  void amounts_areCountedInTheirUnits() {
    LimiterMetrics metrics = builder().build();

    metrics.onLateReply(2);
    metrics.onUncertainCharge(3);
    metrics.onDroppedRefund(4);
    metrics.onLostPosting(5);
    metrics.onLeaseTaken("a", 6);
    metrics.onLeaseReturned("a", 7);
    metrics.onLeaseExpired("a", 8);
    metrics.onChangedLimit("a", FREE);
    metrics.onListenerFailure(new IllegalStateException("broken"));

    Stream.of(
            "store_late_replies_requests_total{limiter=\"orders\"} 2.0",
            "charges_uncertain_requests_total{limiter=\"orders\"} 3.0",
            "refunds_dropped_permits_total{limiter=\"orders\"} 4.0",
            "postings_lost_permits_total{limiter=\"orders\"} 5.0",
            "lease_taken_permits_total{limiter=\"orders\"} 6.0",
            "lease_returned_permits_total{limiter=\"orders\"} 7.0",
            "lease_expired_permits_total{limiter=\"orders\"} 8.0",
            "limits_changed_total{limiter=\"orders\"} 1.0",
            "listener_failures_total{limiter=\"orders\"} 1.0")
        .forEach(line -> assertThat(registry.scrape().lines()).contains("ratelimit_" + line));
  }

  @Test
  void gaugesThatAreWatched_areReadWhenTheyAreScraped() {
    LimiterMetrics metrics = builder().build();
    AtomicInteger count = new AtomicInteger(6);
    assertThat(scraped("ratelimit_instances")).isEmpty();

    metrics.watchInstances(count::get);
    metrics.watchLeases(() -> count.get() * 100L);

    assertThat(scraped("ratelimit_instances"))
        .containsExactly("ratelimit_instances{limiter=\"orders\"} 6.0");
    assertThat(scraped("ratelimit_lease_held_permits"))
        .containsExactly("ratelimit_lease_held_permits{limiter=\"orders\"} 600.0");
    count.set(0);
    assertThat(scraped("ratelimit_instances"))
        .containsExactly("ratelimit_instances{limiter=\"orders\"} NaN");
  }

  @Test
  void limitersOfOneName_countTogether() {
    LimiterMetrics first = builder().build();
    LimiterMetrics second = builder().build();

    first.onDecision("a", FREE, ALLOWED);
    second.onDecision("a", FREE, ALLOWED);

    assertThat(scraped("ratelimit_decisions_total"))
        .singleElement()
        .matches(line -> line.endsWith(" 2.0"));
  }

  @Test
  void everyMeter_isDescribedAndHasTheLimiterAsATag() {
    LimiterMetrics metrics = builder().build();
    metrics.onDecision("a", FREE, ALLOWED);
    metrics.watchInstances(() -> 1);
    metrics.watchLeases(() -> 1);

    assertThat(registry.getMeters())
        .isNotEmpty()
        .map(Meter::getId)
        .allSatisfy(
            id -> {
              assertThat(id.getDescription()).isNotBlank();
              assertThat(id.getTag("limiter")).isEqualTo("orders");
            });
  }

  @Test
  void closedMetrics_leaveNoMeterAndMakeRoomForOthersOfTheirName() {
    LimiterMetrics metrics = builder().ruleTags("plan").percentileHistogram().build();
    metrics.watchInstances(() -> 3);
    metrics.watchLeases(() -> 5);
    metrics.onDecision("a", FREE, ALLOWED);
    metrics.onDegraded("a:1");
    LimiterMetrics others = LimiterMetrics.builder(registry, "mails").build();

    metrics.close();

    assertThat(registry.getMeters())
        .isNotEmpty()
        .allMatch(meter -> "mails".equals(meter.getId().getTag("limiter")));
    LimiterMetrics next = builder().build();
    next.watchInstances(() -> 4);
    assertThat(scraped("ratelimit_instances"))
        .containsExactly("ratelimit_instances{limiter=\"orders\"} 4.0");
    assertThat(scraped("ratelimit_stores_degraded{limiter=\"orders\"}"))
        .containsExactly("ratelimit_stores_degraded{limiter=\"orders\"} 0.0");
    others.close();
  }

  @Test
  void mistakes_areRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LimiterMetrics.builder(registry, " "))
        .withMessage("limiter must not be blank, was \" \"");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().ruleTags("plan", "origin"))
        .withMessage("tag must not be there already, was origin");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().ruleTags("plan", "plan"))
        .withMessage("tag must not be there already, was plan");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().maximumRules(-1))
        .withMessage("maximumRules must be at least 0, was -1");
    assertThatThrownBy(() -> LimiterMetrics.builder(null, "orders")).hasMessage("registry");
    assertThatThrownBy(() -> builder().build().watchInstances(null)).hasMessage("membership");
    assertThatThrownBy(() -> builder().build().watchLeases(null)).hasMessage("permits");
  }
}
