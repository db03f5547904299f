package dev.ratelimit.redis.script;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Names the Redis key of a user key: {@code prefix{escaped user key}}. Different user keys always
 * get different names, and all names of one user key share a hash slot.
 *
 * <p>Immutable.
 */
public final class RedisKeys {

  /*
   * The user key stands in braces, so that Redis Cluster hashes it alone: braces inside are escaped,
   * and an empty user key is written '%', since Redis ignores empty braces. '%' is followed by two
   * hexadecimal digits everywhere else, so no other key is written so.
   */
  private static final String EMPTY = "%";
  private static final String PROBE = "{%probe-";
  private static final String MEMBERS = "{%members-";
  private static final char LAST_ASCII = 0x7f;

  private final String prefix;
  private final byte[] opening;

  public RedisKeys(String prefix) {
    requirePrefix(prefix);
    this.prefix = prefix;
    this.opening = (prefix + '{').getBytes(StandardCharsets.UTF_8);
  }

  public static void requirePrefix(String prefix) {
    requireWellFormed("prefix", prefix);
    if (prefix.indexOf('{') >= 0 || prefix.indexOf('}') >= 0) {
      throw new IllegalArgumentException("prefix must have no braces, was \"" + prefix + "\"");
    }
  }

  /** {@return one of many keys in the shape of users' keys, for rights, but of no user key} */
  public byte[] ofProbe(int number) {
    return (prefix + PROBE + number + '}').getBytes(StandardCharsets.UTF_8);
  }

  /** {@return where the members of a fleet are, a key of no user} */
  public byte[] ofMembers(String fleet) {
    requireWellFormed("fleet", fleet);
    return escaped(new StringBuilder(prefix).append(MEMBERS), fleet);
  }

  public byte[] of(String userKey) {
    byte @Nullable [] plain = plain(userKey);
    return plain == null ? escaped(userKey) : plain;
  }

  /** {@return the name of a key that is written as it is, as nearly all are; else {@code null}} */
  private byte @Nullable [] plain(String userKey) {
    int length = userKey.length();
    if (length == 0) {
      return null;
    }
    byte[] name = Arrays.copyOf(opening, opening.length + length + 1);
    for (int i = 0; i < length; i++) {
      char c = userKey.charAt(i);
      if (c > LAST_ASCII || isEscaped(c)) {
        return null;
      }
      name[opening.length + i] = (byte) c;
    }
    name[name.length - 1] = '}';
    return name;
  }

  private byte[] escaped(String userKey) {
    requireWellFormed("key", userKey);
    StringBuilder name = new StringBuilder(prefix.length() + userKey.length() + 2);
    name.append(prefix).append('{');
    if (userKey.isEmpty()) {
      name.append(EMPTY);
    }
    return escaped(name, userKey);
  }

  private static byte[] escaped(StringBuilder name, String text) {
    for (int i = 0; i < text.length(); i++) {
      append(name, text.charAt(i));
    }
    return name.append('}').toString().getBytes(StandardCharsets.UTF_8);
  }

  private static boolean isEscaped(char c) {
    return c == '{' || c == '}' || c == '%' || Character.isISOControl(c);
  }

  private static void append(StringBuilder name, char c) {
    if (isEscaped(c)) {
      name.append('%')
          .append(Character.forDigit(c >> 4, 16))
          .append(Character.forDigit(c & 0xf, 16));
    } else {
      name.append(c);
    }
  }

  private static void requireWellFormed(String what, String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isHalf(text, i)) {
        throw new IllegalArgumentException(
            what
                + " must be well-formed text, but has half a surrogate pair, U+"
                + Integer.toHexString(text.charAt(i)).toUpperCase(Locale.ROOT)
                + ", at index "
                + i);
      }
    }
  }

  private static boolean isHalf(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }
}
