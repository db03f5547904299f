package dev.ratelimit.testkit.redis.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.testkit.redis.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What running servers have that closed ones must not leave: processes and directories. */
record Traces(List<Long> pids, List<Path> directories) {

  static Traces of(List<RedisServer> servers) {
    return new Traces(
        servers.stream().map(server -> Long.parseLong(field(server, "process_id"))).toList(),
        servers.stream().map(server -> Path.of(field(server, "config_file")).getParent()).toList());
  }

  private static String field(RedisServer server, String name) {
    return server.info("server").get(name);
  }

  void assertAreThere() {
    assertThat(pids).allMatch(pid -> ProcessHandle.of(pid).isPresent());
    assertThat(directories).allMatch(Files::exists);
  }

  void assertAreGone() {
    assertThat(pids).allMatch(pid -> ProcessHandle.of(pid).isEmpty());
    assertThat(directories).noneMatch(Files::exists);
  }
}
