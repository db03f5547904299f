package dev.ratelimit;

import java.util.Objects;

/**
 * Joins parts to one key, so that different parts always give different keys.
 *
 * <p>Parts are separated by {@code ':'}; a {@code ':'} or {@code '\'} inside a part is preceded by
 * {@code '\'}.
 *
 * <pre>{@code
 * Keys.of("tenant-42", "export"); // tenant-42:export
 * Keys.of("a", "b:c");            // a:b\:c
 * Keys.of("a:b", "c");            // a\:b:c
 * }</pre>
 */
public final class Keys {

  private static final char SEPARATOR = ':';
  private static final char ESCAPE = '\\';

  private Keys() {}

  /**
   * {@return one key for these parts; no other list of parts gives the same}
   *
   * @param first the first part
   * @param rest further parts, none of them {@code null}
   */
  public static String of(String first, String... rest) {
    Objects.requireNonNull(first, "first");
    Objects.requireNonNull(rest, "rest");
    StringBuilder key = new StringBuilder(first.length() + 16 * rest.length);
    append(key, first);
    for (String part : rest) {
      append(key.append(SEPARATOR), Objects.requireNonNull(part, "part of rest"));
    }
    return key.toString();
  }

  private static void append(StringBuilder key, String part) {
    for (int i = 0; i < part.length(); i++) {
      char c = part.charAt(i);
      if (c == SEPARATOR || c == ESCAPE) {
        key.append(ESCAPE);
      }
      key.append(c);
    }
  }
}
