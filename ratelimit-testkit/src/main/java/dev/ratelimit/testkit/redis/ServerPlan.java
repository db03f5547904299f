package dev.ratelimit.testkit.redis;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What process to start.
 *
 * @param settings lines of configuration, after our own
 */
record ServerPlan(RedisBinary binary, List<String> settings) {

  ServerPlan {
    settings = List.copyOf(settings);
  }

  static ServerPlan of(RedisBinary binary, String... settings) {
    return new ServerPlan(binary, List.of(settings));
  }

  private boolean isClusterNode() {
    return settings.contains("cluster-enabled yes");
  }

  private boolean isSentinel() {
    return settings.stream().anyMatch(line -> line.startsWith("sentinel "));
  }

  int freePort() {
    return isClusterNode() ? Ports.freeWithBus() : Ports.free();
  }

  URI uri(int port) {
    return RedisServer.uri(Ports.host(), port);
  }

  List<String> command(Path configuration) {
    String file = binary.file().toString();
    return isSentinel()
        ? List.of(file, configuration.toString(), "--sentinel")
        : List.of(file, configuration.toString());
  }

  List<String> configuration(int port) {
    List<String> lines = new ArrayList<>();
    lines.add("bind " + Ports.host());
    lines.add("port " + port);
    lines.add("save \"\"");
    lines.add("appendonly no");
    if (binary.majorVersion() >= 7) {
      lines.add("enable-debug-command yes"); // Before 7 there is no such setting, and it is on.
    }
    lines.addAll(settings);
    return lines;
  }

  /** {@return why it did not start} */
  IllegalStateException failure(String log) {
    return new IllegalStateException(binary.file() + " did not start:\n" + log);
  }
}
