package dev.ratelimit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.testkit.redis.RedisReply;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The script that {@code docs/migration.md} starts from is one that limits. */
@RedisTest
class DocumentedLuaIT {

  /** A permit in some eleven days: none comes back while the test runs. */
  private static final String PER_MICROSECOND = "0.000000000001";

  private static List<Long> run(RedisServer redis, String script, String cost) {
    return redis.command("EVAL", script, "1", "key", "20", PER_MICROSECOND, cost).asList().stream()
        .map(RedisReply::asLong)
        .toList();
  }

  @Test
  void shownScript_admitsItsBurst(RedisServer redis) {
    List<CodeBlock> scripts = Documents.shown("lua").toList();

    assertThat(scripts).hasSize(1);
    String script = scripts.get(0).code();
    assertThat(run(redis, script, "20")).containsExactly(1L, 0L);
    assertThat(run(redis, script, "1")).containsExactly(0L, 0L);
  }
}
