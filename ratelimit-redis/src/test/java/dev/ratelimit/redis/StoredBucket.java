package dev.ratelimit.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.testkit.redis.RedisServer;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A value as the script stores it, or nearly so. Not thread-safe. */
final class StoredBucket {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private StoredBucket(int version, int tickCode) {
    bytes.write(version);
    bytes.write(tickCode);
  }

  static StoredBucket of(int version, int tickCode, double... numbers) {
    return new StoredBucket(version, tickCode).and(numbers);
  }

  /** What the script writes of a bucket of which nothing is out on lease. */
  static StoredBucket of(BucketUnits units, double debt, double tick) {
    int code = units.tickMicros() == 1 ? 0 : units.tickMicros() == 1_000 ? 1 : 2;
    return of(
        1,
        code,
        (double) units.unitsPerTick(),
        (double) units.unitsPerPermit(),
        (double) units.capacity(),
        debt,
        tick);
  }

  StoredBucket and(double... numbers) {
    for (double number : numbers) {
      byte[] packed = new byte[Double.BYTES];
      ByteBuffer.wrap(packed).order(ByteOrder.LITTLE_ENDIAN).putDouble(number);
      bytes.writeBytes(packed);
    }
    return this;
  }

  byte[] bytes() {
    return bytes.toByteArray();
  }

  void putAt(RedisServer redis, String key) {
    redis.command("SET".getBytes(UTF_8), key.getBytes(UTF_8), bytes());
  }
}
