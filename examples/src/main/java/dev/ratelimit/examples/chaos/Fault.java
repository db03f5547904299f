package dev.ratelimit.examples.chaos;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;

/** What can befall a Redis. */
enum Fault {
  /** A master of a cluster is killed; its replica takes over. */
  CLUSTER_FAILOVER(ClusterScene::killed),
  /** A replica of a cluster takes over from its master in good order. */
  CLUSTER_HANDOVER(ClusterScene::handedOver),
  /** Slots move from one master of a cluster to another, key by key, under load. */
  SLOT_MIGRATION(ClusterScene::migrated),
  /** A master that sentinels watch is killed; they promote a replica. */
  SENTINEL_FAILOVER(SentinelScene::killed),
  /** Sentinels are told to promote a replica. */
  SENTINEL_HANDOVER(SentinelScene::handedOver);

  @SuppressWarnings("ImmutableEnumChecker") // they capture nothing
  private final Supplier<Scene> scene;

  Fault(Supplier<Scene> scene) {
    this.scene = scene;
  }

  Scene open() {
    return scene.get();
  }

  static Fault named(String name) {
    return Arrays.stream(values())
        .filter(fault -> fault.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "FAULT must be one of " + Arrays.toString(values()) + ", was " + name));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
