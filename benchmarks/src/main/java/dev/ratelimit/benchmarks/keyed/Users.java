package dev.ratelimit.benchmarks.keyed;

import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import java.time.Duration;

/** The keys of the rows with many keys, and their limit. */
final class Users {

  static final int COUNT = 1_000_000;

  /**
   * Nobody is exhausted within a run, and nobody is full again: a permit is back after 30 seconds.
   * So no limiter can forget a key without giving permits away.
   */
  static final TokenBucket LIMIT = Limit.of(1, Duration.ofSeconds(30)).withBurst(100_000_000);

  private Users() {}

  /** {@return the key of a user, a new string at each call} */
  static String key(int user) {
    return "user-" + Integer.toString(COUNT + user).substring(1);
  }

  /** {@return the keys of users, each a string of its own} */
  static String[] keys(int count) {
    String[] keys = new String[count];
    for (int user = 0; user < count; user++) {
      keys[user] = key(user);
    }
    return keys;
  }
}
