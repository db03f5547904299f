package dev.ratelimit.redis;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Who calls scripts on each master: each has a health of its own, and a new one begins healthy.
 *
 * <p>Thread-safe.
 */
final class Masters implements AutoCloseable {

  private final Link link;
  private final RedisKeys keys;
  private final RedisSettings settings;
  private final ConcurrentMap<String, ScriptCaller> callers = new ConcurrentHashMap<>();

  Masters(Link link, RedisKeys keys, RedisSettings settings) {
    this.link = link;
    this.keys = keys;
    this.settings = settings;
  }

  /** {@return who calls the master that has a key now} */
  ScriptCaller of(byte[] key) {
    return named(link.masterOf(key));
  }

  ScriptCaller named(String master) {
    return callers.computeIfAbsent(master, name -> new ScriptCaller(link, name, keys, settings));
  }

  @Override
  public void close() {
    callers.values().forEach(ScriptCaller::close);
  }
}
