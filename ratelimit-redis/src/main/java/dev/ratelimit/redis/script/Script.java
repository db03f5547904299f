package dev.ratelimit.redis.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.UnaryOperator;

/**
 * A Lua script and the digest by which a server that has seen it knows it.
 *
 * @param text the whole script
 * @param digest its SHA-1, in hexadecimal
 * @param isBeyondProbe whether it uses commands that the probe does not try
 */
public record Script(String text, String digest, boolean isBeyondProbe) {

  /** Tries every command that the other scripts use, on a key of its own. */
  public static Script probe() {
    return of("common.lua", "probe.lua");
  }

  /** Tells who shares the limits of a store. */
  public static Script members() {
    return of("common.lua", "members.lua");
  }

  /** {@return the text as it is sent} */
  public byte[] bytes() {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** {@return the script of some files, one after the other} */
  public static Script of(String first, String... rest) {
    StringBuilder text = new StringBuilder(resource(first));
    for (String name : rest) {
      text.append(resource(name));
    }
    return ofText(text.toString());
  }

  /** {@return the same with another text} */
  public Script with(UnaryOperator<String> change) {
    Script changed = ofText(change.apply(text));
    return isBeyondProbe ? changed.beyondProbe() : changed;
  }

  /** {@return the same, of commands that the probe does not try} */
  public Script beyondProbe() {
    return new Script(text, digest, true);
  }

  static Script ofText(String text) {
    try {
      byte[] sha1 =
          MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
      return new Script(text, HexFormat.of().formatHex(sha1), false);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }

  private static String resource(String name) {
    try (InputStream in = Script.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
