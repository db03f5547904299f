package dev.ratelimit.redis;

import java.util.List;

/** A script, the keys it works on, and what it is told. */
final class ScriptCall {

  private final Script script;
  private final byte[][] keys;
  private final byte[][] arguments;

  ScriptCall(Script script, byte[][] keys, byte[][] arguments) {
    this.script = script;
    this.keys = keys;
    this.arguments = arguments;
  }

  static ScriptCall of(Script script, byte[] key, byte[] argument) {
    return new ScriptCall(script, new byte[][] {key}, new byte[][] {argument});
  }

  static ScriptCall of(Script script, List<byte[]> keys, List<byte[]> arguments) {
    return new ScriptCall(script, keys.toArray(new byte[0][]), arguments.toArray(new byte[0][]));
  }

  Script script() {
    return script;
  }

  byte[][] keys() {
    return keys;
  }

  byte[][] arguments() {
    return arguments;
  }
}
