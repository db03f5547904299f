package dev.ratelimit.redis.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerFactsTest {

  private static ServerFacts master(String address, String runId) {
    return ServerFacts.of(address, "run_id:" + runId + "\r\nrole:master\r\n");
  }

  @Test
  void masterWithAnotherRunId_isRestarted() {
    assertThat(master("here", "b").isRestartOf(master("here", "a"))).isTrue();
  }

  @Test
  void sameRunId_isNoRestart() {
    assertThat(master("here", "a").isRestartOf(master("here", "a"))).isFalse();
  }

  @Test
  void serverAtAnotherAddress_isATakeover() {
    assertThat(master("there", "b").isRestartOf(master("here", "a"))).isFalse();
  }

  @Test
  void replica_isNoMasterThatRestarts() {
    ServerFacts replica = ServerFacts.of("here", "run_id:b\r\nrole:slave\r\n");

    assertThat(replica.isRestartOf(master("here", "a"))).isFalse();
    assertThat(master("here", "c").isRestartOf(replica)).isFalse();
  }

  @Test
  void serverThatHidesItsRunId_isNotKnownToRestart() {
    ServerFacts hiding = ServerFacts.of("here", "role:master\r\n");

    assertThat(hiding.isRestartOf(master("here", "a"))).isFalse();
    assertThat(master("here", "a").isRestartOf(hiding)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "100, allkeys-lru, allkeys-lru",
    "100, volatile-ttl, volatile-ttl",
    "100, noeviction, ''",
    "0, allkeys-lru, ''"
  })
  void eviction_isThatOfABoundedMemory(String maxmemory, String policy, String eviction) {
    String info = "# Memory\r\nmaxmemory:" + maxmemory + "\r\nmaxmemory_policy:" + policy + "\r\n";

    assertThat(ServerFacts.of("here", info).eviction()).isEqualTo(eviction);
  }

  @Test
  void serverThatSaysNothingOfMemory_isNotKnownToEvict() {
    assertThat(master("here", "a").eviction()).isEmpty();
  }

  @Test
  void fieldThatComesTwice_isTheFirst() {
    assertThat(ServerFacts.of("here", "run_id:a\r\nrun_id:b\r\n:\r\n").runId()).isEqualTo("a");
  }
}
