package dev.ratelimit.redis;

import dev.ratelimit.TimeSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The memberships of one store, which end with it. Thread-safe. */
final class Memberships implements AutoCloseable {

  private final Masters masters;
  private final RedisKeys keys;
  private final TimeSource time;
  private final Set<RedisMembership> open = new HashSet<>(); // guarded by this
  private boolean closed; // guarded by this

  Memberships(Masters masters, RedisKeys keys, TimeSource time) {
    this.masters = masters;
    this.keys = keys;
    this.time = time;
  }

  RedisMembership open(String fleet, int assumed) {
    byte[] key = keys.ofMembers(fleet);
    if (assumed < 1) {
      throw new IllegalArgumentException("assumed must be at least 1, was " + assumed);
    }
    LargestOfLast heard = new LargestOfLast(assumed);
    Heartbeat heartbeat = new Heartbeat(masters, key, heard, time);
    RedisMembership membership = new RedisMembership(heartbeat, heard, this);
    add(membership);
    heartbeat.begin();
    return membership;
  }

  private synchronized void add(RedisMembership membership) {
    if (closed) {
      throw new IllegalStateException("the limiter is closed");
    }
    open.add(membership);
  }

  synchronized void remove(RedisMembership membership) {
    open.remove(membership);
  }

  @Override
  public void close() {
    List<RedisMembership> ending;
    synchronized (this) {
      closed = true;
      ending = new ArrayList<>(open);
    }
    ending.forEach(RedisMembership::close);
  }
}
