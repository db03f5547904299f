package dev.ratelimit.redis.script;

import java.util.List;

/** A script, the keys it works on, and what it is told. */
public final class ScriptCall {

  private final Script script;
  private final byte[][] keys;
  private final byte[][] arguments;

  public ScriptCall(Script script, byte[][] keys, byte[][] arguments) {
    this.script = script;
    this.keys = keys;
    this.arguments = arguments;
  }

  public static ScriptCall of(Script script, byte[] key, byte[] argument) {
    return new ScriptCall(script, new byte[][] {key}, new byte[][] {argument});
  }

  public static ScriptCall of(Script script, List<byte[]> keys, List<byte[]> arguments) {
    return new ScriptCall(script, keys.toArray(new byte[0][]), arguments.toArray(new byte[0][]));
  }

  public Script script() {
    return script;
  }

  public byte[][] keys() {
    return keys;
  }

  public byte[][] arguments() {
    return arguments;
  }
}
