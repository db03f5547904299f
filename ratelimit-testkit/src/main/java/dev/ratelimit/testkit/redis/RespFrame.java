package dev.ratelimit.testkit.redis;

import java.nio.charset.StandardCharsets;

/** One request or reply: its bytes as they came, and what they mean. Immutable. */
final class RespFrame {

  private final byte[] bytes;
  private final RedisReply value;

  RespFrame(byte[] bytes, RedisReply value) {
    this.bytes = bytes;
    this.value = value;
  }

  byte[] bytes() {
    return bytes;
  }

  RedisReply value() {
    return value;
  }

  /** {@return whether it comes unasked, and so answers no request} */
  boolean isPush() {
    return bytes[0] == '>';
  }

  boolean contains(String text) {
    return latin1(bytes).contains(latin1(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** A character for each byte, whatever it means. */
  private static String latin1(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
