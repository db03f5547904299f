package dev.ratelimit.redis;

/** A script, the key it works on, and what it is told. */
final class ScriptCall {

  private final Script script;
  private final byte[] key;
  private final byte[] argument;

  ScriptCall(Script script, byte[] key, byte[] argument) {
    this.script = script;
    this.key = key;
    this.argument = argument;
  }

  Script script() {
    return script;
  }

  byte[][] keys() {
    return new byte[][] {key};
  }

  byte[] argument() {
    return argument;
  }
}
