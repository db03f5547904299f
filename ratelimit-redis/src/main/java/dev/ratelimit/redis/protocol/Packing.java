package dev.ratelimit.redis.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Writes numbers as they are sent: little-endian doubles, exact for whole numbers of at most 2^53.
 * Not thread-safe.
 */
public final class Packing {

  private final byte[] array;
  private final ByteBuffer bytes;

  public Packing(int size) {
    array = new byte[size];
    bytes = ByteBuffer.wrap(array).order(ByteOrder.LITTLE_ENDIAN);
  }

  public Packing code(int code) {
    bytes.put((byte) code);
    return this;
  }

  public Packing number(long number) {
    bytes.putDouble((double) number);
    return this;
  }

  Packing packed(byte[] packed) {
    bytes.put(packed);
    return this;
  }

  public byte[] array() {
    return array;
  }
}
