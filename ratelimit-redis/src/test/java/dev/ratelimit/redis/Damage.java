package dev.ratelimit.redis;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Spoils stored values at random. Not thread-safe. */
final class Damage {

  private static final double[] NUMBERS = {
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    1e300,
    1e-300,
    0.5,
    0,
    -0.0,
    -1,
    -2,
    1,
    2,
    9,
    10,
    11,
    0x1p52,
    0x1p52 + 1,
    0x1p53,
    0x1p53 + 2,
    3_153_600_000_000_000.0
  };

  private final Random random;

  Damage(Random random) {
    this.random = random;
  }

  byte[] of(byte[] value, long micros) {
    return switch (random.nextInt(8)) {
      case 0 -> Arrays.copyOf(value, random.nextInt(value.length));
      case 1 -> Arrays.copyOf(value, value.length + 1 + random.nextInt(100));
      case 2 -> flipped(value);
      case 3 -> otherByte(value);
      default -> otherNumber(value, micros);
    };
  }

  private byte[] flipped(byte[] value) {
    byte[] damaged = value.clone();
    damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
    return damaged;
  }

  /** Often the version or what follows it. */
  private byte[] otherByte(byte[] value) {
    byte[] damaged = value.clone();
    damaged[random.nextInt(random.nextBoolean() ? 3 : damaged.length)] = (byte) random.nextInt(7);
    return damaged;
  }

  /** Where a number may begin, for some kind of value. */
  private byte[] otherNumber(byte[] value, long micros) {
    byte[] damaged = value.clone();
    List<Integer> starts = List.of(1, 2, 3, 44);
    int at = starts.get(random.nextInt(starts.size())) + Double.BYTES * random.nextInt(8);
    if (at + Double.BYTES > damaged.length) {
      return flipped(value);
    }
    ByteBuffer bytes = ByteBuffer.wrap(damaged).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putDouble(at, number(bytes.getDouble(at), micros));
    return damaged;
  }

  private double number(double was, long micros) {
    return switch (random.nextInt(5)) {
      case 0 -> was + random.nextInt(21) - 10;
      case 1 -> was * 2;
      case 2 -> micros + random.nextInt(3) - 1;
      default -> NUMBERS[random.nextInt(NUMBERS.length)];
    };
  }
}
