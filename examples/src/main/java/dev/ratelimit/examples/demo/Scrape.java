package dev.ratelimit.examples.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;

/** Saves what Prometheus would read of an instance. */
final class Scrape {

  private Scrape() {}

  static void save(URI service, Path file) throws IOException, InterruptedException {
    HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(service.resolve("metrics")).build(),
            HttpResponse.BodyHandlers.ofFile(file));
  }
}
