package dev.ratelimit.examples.chaos.scene;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;

/** What can befall a Redis. */
public enum Fault {
  /** Nothing: how things are without a fault. */
  NONE("no fault, to compare with", ServerScene::undisturbed),
  /** {@code kill -9}, and a restart after two seconds. */
  KILL("a server is killed, and restarted after 2 s with what it had", ServerScene::killed),
  /** {@code SIGSTOP} for ten seconds. */
  HANG("a server is stopped for 10 s by a signal", ServerScene::hung),
  /** The network swallows everything. */
  BLACKHOLE("the network swallows everything for 3 s", NetworkScene::blackholed),
  /** Connections end after scripts ran. */
  CUT("20 connections are cut after a script ran, before its reply", NetworkScene::cut),
  /** Latency rises over the deadline. */
  LATENCY("latency rises from 0 to 200 ms in 4 s", NetworkScene::slow),
  /** Scripts are forgotten. */
  SCRIPT_FLUSH("SCRIPT FLUSH, 20 times", ServerScene::withoutScripts),
  /** Writes are refused for lack of memory. */
  OUT_OF_MEMORY("no memory is left for 3 s, under noeviction", ServerScene::outOfMemory),
  /** A script of others does not end. */
  BUSY("a script of others runs for 3 s", ServerScene::busy),
  /** An operator pauses clients. */
  CLIENT_PAUSE("CLIENT PAUSE for 3 s", ServerScene::silenced),
  /** The server is told that it is a replica. */
  READONLY("a master is a replica for 3 s", ServerScene::demoted),
  /** A master that sentinels watch is killed; they promote a replica. */
  SENTINEL_FAILOVER("a master is killed, and sentinels promote a replica", SentinelScene::killed),
  /** Sentinels are told to promote a replica. */
  SENTINEL_HANDOVER("sentinels are told to promote a replica", SentinelScene::handedOver),
  /** A master of a cluster is killed; its replica takes over. */
  CLUSTER_FAILOVER("a master of a cluster is killed", ClusterScene::killed),
  /** A replica of a cluster takes over from its master in good order. */
  CLUSTER_HANDOVER("a replica of a cluster takes over by order", ClusterScene::handedOver),
  /** Slots move from one master of a cluster to another, key by key, under load. */
  SLOT_MIGRATION(
      "slots of a cluster move to another master", () -> ClusterScene.migrated(Keys.slots())),
  /** The server's clock is set back. */
  CLOCK_BACK("the clock of a server goes back by an hour", ClockScene::back),
  /** The server's clock is set on. */
  CLOCK_ON("the clock of a server goes on by an hour", ClockScene::on),
  /** There is no Redis yet when limiters are built. */
  ABSENT("a server is started only after the limiters", ServerScene::absent),
  /** Connections are refused and accepted by turns. */
  FLAPPING("connections are refused for half of each second, for 1 min", NetworkScene::flapping),
  /** All keys are deleted. */
  FLUSHALL("FLUSHALL", ServerScene::flushed),
  /** Keys of limiters make room for others. */
  EVICTION("keys make room for others, under allkeys-lru", EvictingScene::new);

  private final String meaning;

  @SuppressWarnings("ImmutableEnumChecker") // they capture nothing
  private final Supplier<Scene> scene;

  Fault(String meaning, Supplier<Scene> scene) {
    this.meaning = meaning;
    this.scene = scene;
  }

  /** {@return what it is, in a few words} */
  public String meaning() {
    return meaning;
  }

  /**
   * {@return a Redis for it to befall; to be closed}
   *
   * @throws NotRunException if this machine cannot make it
   */
  public Scene open() {
    return scene.get();
  }

  /**
   * {@return the fault of a name}
   *
   * @param name as {@link #toString} gives it
   * @throws IllegalArgumentException if there is none; the message names all
   */
  public static Fault named(String name) {
    return Arrays.stream(values())
        .filter(fault -> fault.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "FAULT must be one of " + Arrays.toString(values()) + ", was " + name));
  }

  /** {@return its name, as in {@code slot-migration}} */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
