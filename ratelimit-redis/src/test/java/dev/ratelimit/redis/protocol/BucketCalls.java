package dev.ratelimit.redis.protocol;

import dev.ratelimit.redis.limits.Scripts;
import dev.ratelimit.testkit.redis.RedisReply;
import dev.ratelimit.testkit.redis.RedisServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Calls of the token bucket script, by its text. */
final class BucketCalls {

  private BucketCalls() {}

  /** {@return what it replies of each group, without the instant} */
  static List<RedisReply> call(RedisServer redis, List<String> keys, List<byte[]> groups) {
    List<byte[]> command = new ArrayList<>();
    command.add(ascii("EVAL"));
    command.add(Scripts.shipped().tokenBucket().bytes());
    command.add(ascii(Integer.toString(keys.size())));
    keys.forEach(key -> command.add(ascii(key)));
    command.addAll(groups);
    List<RedisReply> reply = redis.command(command.toArray(new byte[0][])).asList();
    return reply.subList(1, reply.size());
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
