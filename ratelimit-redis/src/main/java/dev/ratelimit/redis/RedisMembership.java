package dev.ratelimit.redis;

import dev.ratelimit.Membership;
import dev.ratelimit.redis.membership.Heartbeat;
import dev.ratelimit.redis.membership.Memberships;

/**
 * How many instances of a fleet there are, as they tell each other by a heartbeat in Redis: for the
 * shares of a fallback. {@link RedisLimiter#membership} makes one.
 *
 * <p>Each instance tells Redis about once a second that it is there, in one script call, and hears
 * how many do. Above 100 instances each tells it less often, so that all of them together make at
 * most 100 calls a second. The number grows as soon as that is heard. It shrinks slowly: it is the
 * largest of the last ten heard, of which the number assumed at first is the oldest. Where Redis
 * does not answer, it stays. An instance that is killed counts in Redis for 10 seconds more, or a
 * tenth of a second for each instance, if that is longer.
 *
 * <p>The trap: every instance must use it under the same name and prefix, and one that makes two
 * counts twice.
 *
 * <p>Thread-safe. {@link #instances()} reads one field.
 */
public final class RedisMembership implements Membership, AutoCloseable {

  private final Heartbeat heartbeat;
  private final Memberships open;

  RedisMembership(Heartbeat heartbeat, Memberships open) {
    this.heartbeat = heartbeat;
    this.open = open;
  }

  @Override
  public int instances() {
    return heartbeat.instances();
  }

  /**
   * Tells Redis that this instance is gone, and waits for no answer: if it is lost, the instance
   * counts as one that was killed. The number stays what it was. Closing the limiter does the same.
   */
  @Override
  public void close() {
    open.end(heartbeat);
  }
}
