package dev.ratelimit.testkit.redis.topology;

import java.nio.charset.StandardCharsets;

/** Which hash slot a key belongs to: CRC-16/XMODEM of what its first braces hold, or of all. */
final class HashSlots {

  static final int COUNT = 16_384;

  private static final int POLYNOMIAL = 0x1021;
  private static final int HIGHEST_BIT = 0x8000;
  private static final int MASK = 0xFFFF;

  private HashSlots() {}

  static int of(String key) {
    int crc = 0;
    for (byte next : hashed(key).getBytes(StandardCharsets.UTF_8)) {
      crc = after(crc ^ ((next & 0xFF) << Byte.SIZE));
    }
    return crc % COUNT;
  }

  private static String hashed(String key) {
    int open = key.indexOf('{');
    int close = key.indexOf('}', open + 1);
    return open < 0 || close <= open + 1 ? key : key.substring(open + 1, close);
  }

  private static int after(int crc) {
    int shifted = crc;
    for (int bit = 0; bit < Byte.SIZE; bit++) {
      shifted = (shifted & HIGHEST_BIT) == 0 ? shifted << 1 : (shifted << 1) ^ POLYNOMIAL;
    }
    return shifted & MASK;
  }

  static int checked(int hashSlot) {
    if (hashSlot < 0 || hashSlot >= COUNT) {
      throw new IllegalArgumentException(
          "a hash slot is from 0 to " + (COUNT - 1) + ", was " + hashSlot);
    }
    return hashSlot;
  }
}
