package dev.ratelimit.redis;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Finds out which commands a server does not let a user run within scripts: its own error does not
 * say.
 */
@SuppressWarnings("FutureReturnValueIgnored") // all are waited for together
final class RefusedCommands {

  private static final Map<String, String> TRIALS = new LinkedHashMap<>();

  static {
    TRIALS.put("TIME", "return redis.call('TIME')");
    TRIALS.put("GET", "return redis.call('GET', KEYS[1])");
    TRIALS.put("SET", "return redis.call('SET', KEYS[1], '', 'PX', 1000)");
    TRIALS.put("DEL", "return redis.call('DEL', KEYS[1])");
  }

  private RefusedCommands() {}

  /** {@return the names of the commands that fail by themselves, once all have been tried} */
  static CompletableFuture<List<String>> of(
      RedisScriptingAsyncCommands<byte[], byte[]> redis, byte[] key) {
    List<String> refused = new ArrayList<>();
    CompletionStage<List<String>> tried = CompletableFuture.completedFuture(refused);
    for (Map.Entry<String, String> trial : TRIALS.entrySet()) {
      tried =
          tried.thenCompose(
              earlier ->
                  redis
                      .<Object>eval(
                          trial.getValue().getBytes(StandardCharsets.US_ASCII),
                          ScriptOutputType.MULTI,
                          new byte[][] {key})
                      .handle(
                          (reply, failure) -> {
                            if (failure != null) {
                              earlier.add(trial.getKey());
                            }
                            return earlier;
                          }));
    }
    return tried.toCompletableFuture();
  }
}
