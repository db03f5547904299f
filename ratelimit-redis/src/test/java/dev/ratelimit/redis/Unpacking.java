package dev.ratelimit.redis;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads a stored value from its beginning, and refuses what is out of range. Not thread-safe.
 *
 * <p>Every refusal is a {@link NotOurs}.
 */
final class Unpacking {

  private final ByteBuffer bytes;

  /** A value that counts as absent. */
  static final class NotOurs extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  Unpacking(byte[] value) {
    bytes = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** {@return the next number, if it is whole and in its range} */
  long number(long least, long most) {
    require(bytes.remaining() >= Double.BYTES);
    double number = bytes.getDouble();
    require(number == Math.rint(number) && number >= least && number <= most);
    return (long) number;
  }

  /** Passes a number by, whatever it is. */
  void skipNumber() {
    require(bytes.remaining() >= Double.BYTES);
    bytes.getDouble();
  }

  /** {@return the next byte} */
  int code() {
    require(bytes.hasRemaining());
    return Byte.toUnsignedInt(bytes.get());
  }

  /** {@return the microseconds of the tick whose code comes next} */
  long tickMicros() {
    int code = code();
    require(code <= 2);
    return code == 0 ? 1 : code == 1 ? 1_000 : 1_000_000;
  }

  int remaining() {
    return bytes.remaining();
  }

  static void require(boolean right) {
    if (!right) {
      throw new NotOurs();
    }
  }
}
