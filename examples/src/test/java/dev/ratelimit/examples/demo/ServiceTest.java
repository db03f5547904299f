package dev.ratelimit.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.PermitLimiter;
import dev.ratelimit.local.LocalLimiter;
import dev.ratelimit.testkit.FakeClock;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What callers of the demo's service are answered. */
class ServiceTest {

  private final List<Tenant> tenants = Tenant.all();
  private final PermitLimiter limiter =
      LocalLimiter.builder(Tenant.rules(tenants)).timeSource(FakeClock.atEpoch()).build();
  private Service service;

  @BeforeEach
  void start() throws IOException {
    service =
        new Service(
            limiter, tenants, new Checks(), new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
  }

  @AfterEach
  void stop() {
    service.close();
    limiter.close();
  }

  private HttpResponse<String> answerTo(String tenant) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(service.uri()).header(Service.TENANT_HEADER, tenant).build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void tenantWithoutPermits_isToldWhenToComeBackInWholeSeconds() throws Exception {
    assertThat(answerTo("ada").statusCode()).isEqualTo(200);
    limiter.check("ada", 9);

    HttpResponse<String> denied = answerTo("ada");

    assertThat(denied.statusCode()).isEqualTo(429);
    assertThat(denied.headers().firstValue("Retry-After")).hasValue("1"); // it is 200 ms
  }

  @Test
  void stranger_isRefusedForGoodAndNotToldToComeBack() throws Exception {
    HttpResponse<String> refused = answerTo("mallory");

    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.headers().firstValue("Retry-After")).isEmpty();
  }
}
