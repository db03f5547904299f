package dev.ratelimit.redis.watch;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a server says of itself in {@code INFO}. Immutable.
 *
 * @param address where it was asked
 * @param runId of its process; empty if it does not say
 * @param isMaster whether it takes writes
 * @param eviction its {@code maxmemory-policy}, if that may remove keys before they expire; else
 *     empty
 */
record ServerFacts(Object address, String runId, boolean isMaster, String eviction) {

  static ServerFacts of(Object address, String info) {
    Map<String, String> fields =
        info.lines()
            .filter(line -> line.indexOf(':') > 0)
            .collect(
                Collectors.toMap(
                    line -> line.substring(0, line.indexOf(':')),
                    line -> line.substring(line.indexOf(':') + 1).strip(),
                    (first, second) -> first));
    String policy = fields.getOrDefault("maxmemory_policy", "noeviction");
    boolean isBounded = !fields.getOrDefault("maxmemory", "0").equals("0");
    return new ServerFacts(
        address,
        fields.getOrDefault("run_id", ""),
        fields.getOrDefault("role", "").equals("master"),
        isBounded && !policy.equals("noeviction") ? policy : "");
  }

  /**
   * {@return whether a master has been started anew since} Another server at another address may
   * have taken over, with what it had copied.
   */
  boolean isRestartOf(ServerFacts earlier) {
    return isMaster
        && earlier.isMaster
        && address.equals(earlier.address)
        && !runId.isEmpty()
        && !earlier.runId.isEmpty()
        && !runId.equals(earlier.runId);
  }
}
