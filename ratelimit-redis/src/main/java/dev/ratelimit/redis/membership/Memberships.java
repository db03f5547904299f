package dev.ratelimit.redis.membership;

import dev.ratelimit.TimeSource;
import dev.ratelimit.redis.call.Masters;
import dev.ratelimit.redis.script.RedisKeys;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The memberships of one store, which end with it. Thread-safe. */
public final class Memberships implements AutoCloseable {

  private final Masters masters;
  private final RedisKeys keys;
  private final TimeSource time;
  private final Set<Heartbeat> open = new HashSet<>(); // guarded by this
  private boolean closed; // guarded by this

  public Memberships(Masters masters, RedisKeys keys, TimeSource time) {
    this.masters = masters;
    this.keys = keys;
    this.time = time;
  }

  /**
   * {@return the heartbeat of an instance, begun}
   *
   * @param assumed how many instances there are until something is heard
   * @throws IllegalArgumentException if that is less than 1
   * @throws IllegalStateException if this is closed
   */
  public Heartbeat open(String fleet, int assumed) {
    byte[] key = keys.ofMembers(fleet);
    if (assumed < 1) {
      throw new IllegalArgumentException("assumed must be at least 1, was " + assumed);
    }
    Heartbeat heartbeat = new Heartbeat(masters, key, new LargestOfLast(assumed), time);
    add(heartbeat);
    heartbeat.begin();
    return heartbeat;
  }

  private synchronized void add(Heartbeat heartbeat) {
    if (closed) {
      throw new IllegalStateException("the limiter is closed");
    }
    open.add(heartbeat);
  }

  /** Ends one of them. */
  public void end(Heartbeat heartbeat) {
    remove(heartbeat);
    heartbeat.close();
  }

  private synchronized void remove(Heartbeat heartbeat) {
    open.remove(heartbeat);
  }

  @Override
  public void close() {
    List<Heartbeat> ending;
    synchronized (this) {
      closed = true;
      ending = new ArrayList<>(open);
    }
    ending.forEach(this::end);
  }
}
