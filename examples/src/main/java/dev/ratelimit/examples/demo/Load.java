package dev.ratelimit.examples.demo;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * Sends each tenant's requests to the instances in turn, evenly; but none while so many wait for
 * their answers that they would only wait longer, as on a slow machine.
 */
final class Load implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int MOST_IN_FLIGHT = 100;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final List<ScheduledFuture<?>> senders = new ArrayList<>();
  private final Set<CompletableFuture<Void>> inFlight = ConcurrentHashMap.newKeySet();
  private final LongAdder unanswered = new LongAdder();
  private final LongAdder leftOut = new LongAdder();

  Load(List<URI> services, List<Tenant> tenants, double factor) {
    for (Tenant tenant : tenants) {
      Iterator<HttpRequest> requests = inTurn(services, tenant);
      long nanos = Math.round(TimeUnit.SECONDS.toNanos(1) / (tenant.requestsPerSecond() * factor));
      senders.add(
          timer.scheduleAtFixedRate(() -> send(requests.next()), 0, nanos, TimeUnit.NANOSECONDS));
    }
  }

  /** {@return the tenant's requests, to one service after the other, for ever} */
  private static Iterator<HttpRequest> inTurn(List<URI> services, Tenant tenant) {
    List<HttpRequest> requests =
        services.stream()
            .map(
                service ->
                    HttpRequest.newBuilder(service)
                        .header(Service.TENANT_HEADER, tenant.name())
                        .timeout(PATIENCE)
                        .build())
            .toList();
    return Stream.iterate(0, i -> (i + 1) % requests.size()).map(requests::get).iterator();
  }

  private void send(HttpRequest request) {
    inFlight.removeIf(CompletableFuture::isDone);
    if (inFlight.size() >= MOST_IN_FLIGHT) {
      leftOut.increment();
      return;
    }
    CompletableFuture<Void> done =
        client
            .sendAsync(request, HttpResponse.BodyHandlers.discarding())
            .handle(
                (response, failure) -> {
                  if (failure != null) {
                    unanswered.increment();
                  }
                  return null;
                });
    inFlight.add(done);
  }

  /** Sends nothing more, and waits for the answers that are still to come. */
  void stop() {
    senders.forEach(sender -> sender.cancel(false));
    timer.shutdown();
    inFlight.forEach(CompletableFuture::join);
  }

  /** {@return how many requests got no answer} */
  long unanswered() {
    return unanswered.sum();
  }

  /** {@return how many requests were not sent, since too many waited} */
  long leftOut() {
    return leftOut.sum();
  }

  @Override
  public void close() {
    stop();
  }
}
