package dev.ratelimit.testkit.redis;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What process to start.
 *
 * @param encryption whether it speaks TLS only
 * @param settings lines of configuration, after our own
 * @param environment of the process, beside our own
 */
record ServerPlan(
    RedisBinary binary,
    Encryption encryption,
    List<String> settings,
    Map<String, String> environment) {

  enum Encryption {
    NONE,
    TLS
  }

  ServerPlan {
    settings = List.copyOf(settings);
    environment = Map.copyOf(environment);
  }

  static ServerPlan of(RedisBinary binary, String... settings) {
    return new ServerPlan(binary, Encryption.NONE, List.of(settings), Map.of());
  }

  static ServerPlan withTls(RedisBinary binary) {
    return new ServerPlan(binary, Encryption.TLS, List.of(), Map.of());
  }

  ServerPlan in(Map<String, String> variables) {
    return new ServerPlan(binary, encryption, settings, variables);
  }

  boolean isEncrypted() {
    return encryption == Encryption.TLS;
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
    return RedisServer.uri(isEncrypted() ? "rediss" : "redis", Ports.host(), port);
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
    lines.add("port " + (isEncrypted() ? 0 : port));
    if (isEncrypted()) {
      lines.add("tls-port " + port);
      lines.addAll(TlsFiles.settings());
    }
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
    if (isEncrypted() && log.contains("tls-port") && log.contains("Bad directive")) {
      return new IllegalStateException(
          binary.file() + " was built without TLS: put a redis-server with TLS on the PATH");
    }
    return new IllegalStateException(binary.file() + " did not start:\n" + log);
  }
}
