package dev.ratelimit.redis.link;

import io.lettuce.core.RedisURI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Checks the addresses of nodes by which a cluster is found. */
public final class Seeds {

  private Seeds() {}

  /**
   * {@return all of them}
   *
   * @throws NullPointerException if one is missing
   * @throws IllegalArgumentException if one cannot be of a node of a cluster, or if they are not
   *     reached alike; the message names it
   */
  public static List<RedisURI> of(RedisURI first, RedisURI... rest) {
    List<RedisURI> seeds = new ArrayList<>();
    seeds.add(checked("first", first));
    Objects.requireNonNull(rest, "rest");
    for (int i = 0; i < rest.length; i++) {
      String name = "rest[" + i + "]";
      RedisURI seed = checked(name, rest[i]);
      if (!tlsOf(seed).equals(tlsOf(first))) {
        throw new IllegalArgumentException(
            name + " must be reached as first is, by " + tlsOf(first) + ", was " + tlsOf(seed));
      }
      seeds.add(seed);
    }
    return List.copyOf(seeds);
  }

  private static RedisURI checked(String name, RedisURI seed) {
    Objects.requireNonNull(seed, name);
    if (!seed.getSentinels().isEmpty()) {
      throw new IllegalArgumentException(
          name
              + " must be the address of a node of a cluster, was that of sentinels, of master "
              + seed.getSentinelMasterId());
    }
    if (seed.getHost() == null) {
      throw new IllegalArgumentException(
          name + " must have a host, was socket " + seed.getSocket());
    }
    if (seed.getDatabase() != 0) {
      throw new IllegalArgumentException(
          name
              + " must have database 0, the only one of a cluster, was database "
              + seed.getDatabase());
    }
    return seed;
  }

  private static String tlsOf(RedisURI seed) {
    if (!seed.isSsl()) {
      return "no TLS";
    }
    return (seed.isStartTls() ? "StartTLS" : "TLS")
        + " with peers verified: "
        + seed.getVerifyMode();
  }
}
