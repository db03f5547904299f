package dev.ratelimit.examples.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ratelimit.Decision;
import dev.ratelimit.Limiter;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** An HTTP service of one page, limited by the tenant that asks, and one for Prometheus. */
final class Service implements AutoCloseable {

  static final String TENANT_HEADER = "X-Tenant";

  private static final String PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";
  private static final int OK = 200;
  private static final int FORBIDDEN = 403;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int THREADS = 16;
  private static final int BACKLOG = 1_024;

  private final Limiter limiter;
  private final List<Tenant> tenants;
  private final Checks checks;
  private final PrometheusMeterRegistry metrics;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

  Service(Limiter limiter, List<Tenant> tenants, Checks checks, PrometheusMeterRegistry metrics)
      throws IOException {
    this.metrics = metrics;
    this.limiter = limiter;
    this.tenants = tenants;
    this.checks = checks;
    this.server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    server.createContext("/", this::answer);
    server.createContext("/metrics", this::answerPrometheus);
    server.setExecutor(threads);
    server.start();
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
  }

  private void answer(HttpExchange exchange) throws IOException {
    String tenant = exchange.getRequestHeaders().getFirst(TENANT_HEADER);
    Decision decision = checks.timed(() -> limiter.check(tenant == null ? "" : tenant));
    count(tenant, decision);
    switch (decision.outcome()) {
      case ALLOWED -> reply(exchange, OK, "served\n");
      case DENIED -> {
        exchange.getResponseHeaders().set("Retry-After", seconds(decision.retryAfter()));
        reply(exchange, TOO_MANY_REQUESTS, "come back in " + decision.retryAfter() + "\n");
      }
      case NEVER -> reply(exchange, FORBIDDEN, "refused: no waiting helps\n");
    }
  }

  private void answerPrometheus(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", PROMETHEUS_TEXT);
    reply(exchange, OK, metrics.scrape());
  }

  /** What is admitted counts, whether or not the answer arrives. */
  private void count(@Nullable String name, Decision decision) {
    for (Tenant tenant : tenants) {
      if (tenant.name().equals(name)) {
        (decision.allowed() ? tenant.allowed() : tenant.denied()).increment();
      }
    }
  }

  private static void reply(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  /** {@return whole seconds, rounded up: the header knows no smaller unit} */
  private static String seconds(Duration duration) {
    return Long.toString(duration.plusNanos(999_999_999).toSeconds());
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdown();
  }
}
