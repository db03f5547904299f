package dev.ratelimit.benchmarks.redis;

import dev.ratelimit.TokenBucket;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Sends a check as one EVALSHA of a token bucket that is as plain as can be. */
final class PlainTokenBucket
    implements Function<RedisAsyncCommands<String, String>, CommandChecks.Sender> {

  private static final String SCRIPT = "plain_token_bucket.lua";
  private static final Long ALLOWED = 1L;

  private final String[] arguments;

  PlainTokenBucket(TokenBucket limit) {
    double permitsPerMicro =
        (double) limit.permits() / limit.period().dividedBy(ChronoUnit.MICROS.getDuration());
    arguments = new String[] {Long.toString(limit.burst()), Double.toString(permitsPerMicro), "1"};
  }

  @Override
  public CommandChecks.Sender apply(RedisAsyncCommands<String, String> commands) {
    String digest = commands.scriptLoad(text()).toCompletableFuture().join();
    return key -> allowed(commands, digest, key);
  }

  private CompletionStage<Boolean> allowed(
      RedisAsyncCommands<String, String> commands, String digest, String key) {
    return commands
        .<List<Object>>evalsha(digest, ScriptOutputType.MULTI, new String[] {key}, arguments)
        .thenApply(reply -> ALLOWED.equals(reply.get(0)));
  }

  private static String text() {
    try (InputStream text =
        Objects.requireNonNull(PlainTokenBucket.class.getResourceAsStream(SCRIPT), SCRIPT)) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
