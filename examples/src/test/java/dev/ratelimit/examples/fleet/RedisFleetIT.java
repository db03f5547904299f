package dev.ratelimit.examples.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisFleetIT {

  @TempDir private Path directory;

  @Test
  void processesOverARealRedis_keepTheBoundStrictAndLeased() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    Path json = directory.resolve("fleet.json");

    int status =
        FleetReport.run(
            List.of("--redis", "--seconds", "1", "--json", json.toString()), stream, stream);

    assertThat(status).isEqualTo(FleetReport.KEPT);
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .hasSize(3)
        .anyMatch(line -> line.startsWith("strict "))
        .anyMatch(line -> line.startsWith("leased "));
    assertThat(Files.readString(json)).startsWith("[{\"mode\":\"strict\",\"checks\":");
  }
}
