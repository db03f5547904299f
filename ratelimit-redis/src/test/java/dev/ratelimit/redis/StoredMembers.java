package dev.ratelimit.redis;

import dev.ratelimit.redis.script.Script;
import dev.ratelimit.testkit.redis.RedisReply;
import dev.ratelimit.testkit.redis.RedisServer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The members of a fleet in a real Redis, told by the shipped script at instants of a test's. Not
 * thread-safe.
 */
final class StoredMembers {

  static final int MEMBER_BYTES = 16;

  private static final String READS_TIME = "local time = call('TIME')";
  private static final byte[] KEY = ascii("rl:{%members-fleet}");

  private final RedisServer redis;

  StoredMembers(RedisServer redis) {
    this.redis = redis;
  }

  /** {@return how many there are after a heartbeat} */
  long beat(long id, long nowMicros) {
    return told(id, 1, nowMicros);
  }

  /** {@return how many there are after one has left} */
  long leave(long id, long nowMicros) {
    return told(id, 0, nowMicros);
  }

  private long told(long id, int stays, long nowMicros) {
    String text = Script.members().text();
    String timed = text.replace(READS_TIME, "local time = { 0, '" + nowMicros + "' }");
    byte[] argument = ByteBuffer.allocate(Long.BYTES + 1).putLong(id).put((byte) stays).array();
    RedisReply reply = redis.command(ascii("EVAL"), ascii(timed), ascii("1"), KEY, argument);
    return reply.asList().get(1).asLong();
  }

  void put(byte[] value) {
    redis.command(ascii("SET"), KEY, value);
  }

  /** {@return the value of members whose ids count from 1 and which lapse at one instant} */
  static byte[] value(int members, double lapseMicros) {
    ByteBuffer value =
        ByteBuffer.allocate(1 + members * MEMBER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    value.put((byte) 6);
    for (long id = 1; id <= members; id++) {
      value.putLong(Long.reverseBytes(id)).putDouble(lapseMicros);
    }
    return value.array();
  }

  /** {@return how many bytes are stored} */
  long bytes() {
    return redis.command(ascii("STRLEN"), KEY).asLong();
  }

  /** {@return for how many milliseconds they are kept} */
  long lifeMillis() {
    return redis.command(ascii("PTTL"), KEY).asLong();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
