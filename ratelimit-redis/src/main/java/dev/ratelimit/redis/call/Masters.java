package dev.ratelimit.redis.call;

import dev.ratelimit.redis.link.Link;
import dev.ratelimit.redis.script.RedisKeys;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Who calls scripts on each master: each has a health of its own, and a new one begins healthy. Who
 * called what is no master any more is forgotten: no probe of another may say that it is well.
 *
 * <p>Thread-safe.
 */
public final class Masters implements AutoCloseable {

  private final Link link;
  private final RedisKeys keys;
  private final RedisSettings settings;
  private final Runnable onRecovery;
  private final ConcurrentMap<String, ScriptCaller> callers = new ConcurrentHashMap<>();

  /**
   * Makes no caller yet.
   *
   * @param onRecovery told when a master that was not well is
   */
  public Masters(Link link, RedisKeys keys, RedisSettings settings, Runnable onRecovery) {
    this.link = link;
    this.onRecovery = onRecovery;
    this.keys = keys;
    this.settings = settings;
    link.onTopology(this::forgetGone);
  }

  /** {@return who calls the master that has a key now} */
  public ScriptCaller of(byte[] key) {
    return named(link.masterOf(key));
  }

  public ScriptCaller named(String master) {
    return callers.computeIfAbsent(
        master, name -> new ScriptCaller(link, name, keys, settings, onRecovery));
  }

  private void forgetGone() {
    callers.forEach(
        (master, caller) -> {
          if (link.isGone(master) && callers.remove(master, caller)) {
            caller.leave();
          }
        });
  }

  @Override
  public void close() {
    callers.values().forEach(ScriptCaller::close);
  }
}
