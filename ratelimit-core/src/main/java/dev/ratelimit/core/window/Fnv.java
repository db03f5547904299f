package dev.ratelimit.core.window;

/**
 * The hash FNV-1a of 64 bits, of the UTF-8 form of a string: the same in every process and in every
 * language.
 *
 * <p>A lone surrogate has no UTF-8 form; it counts as a question mark, as in {@code
 * String.getBytes}.
 *
 * <p>Source: Fowler, Noll and Vo; IETF draft-eastlake-fnv.
 */
final class Fnv {

  private static final long OFFSET_BASIS = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  private static final int ONE_BYTE = 0x80;
  private static final int TWO_BYTES = 0x800;
  private static final int THREE_BYTES = 0x10000;

  private Fnv() {}

  static long hash(String text) {
    long hash = OFFSET_BASIS;
    int at = 0;
    while (at < text.length()) {
      int point = text.codePointAt(at);
      at += Character.charCount(point);
      hash = with(hash, isLoneSurrogate(point) ? '?' : point);
    }
    return hash;
  }

  private static boolean isLoneSurrogate(int point) {
    return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
  }

  private static long with(long hash, int point) {
    if (point < ONE_BYTE) {
      return add(hash, point);
    }
    if (point < TWO_BYTES) {
      return add(add(hash, 0xC0 | (point >> 6)), last(point));
    }
    if (point < THREE_BYTES) {
      return add(add(add(hash, 0xE0 | (point >> 12)), last(point >> 6)), last(point));
    }
    long first = add(add(hash, 0xF0 | (point >> 18)), last(point >> 12));
    return add(add(first, last(point >> 6)), last(point));
  }

  /** {@return the byte that carries on with the lowest six bits} */
  private static int last(int bits) {
    return 0x80 | (bits & 0x3F);
  }

  private static long add(long hash, int octet) {
    return (hash ^ octet) * PRIME;
  }
}
