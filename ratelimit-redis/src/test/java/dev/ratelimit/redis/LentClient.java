package dev.ratelimit.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;

/** A client as an application makes it, with the options that a limiter asks for. */
public record LentClient(ClientResources resources, RedisClient client) implements AutoCloseable {

  /** {@return a client by which nothing is charged twice, whatever the driver does by itself} */
  public static LentClient safe() {
    return customizedBy(new AtMostOnce());
  }

  static LentClient customizedBy(NettyCustomizer customizer) {
    ClientResources resources = ClientResources.builder().nettyCustomizer(customizer).build();
    RedisClient client = RedisClient.create(resources);
    client.setOptions(options().build());
    return new LentClient(resources, client);
  }

  /** {@return the options that a limiter asks for} */
  static ClientOptions.Builder options() {
    return ClientOptions.builder()
        .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
        .requestQueueSize(1_000)
        .replayFilter(any -> true);
  }

  @Override
  public void close() {
    client.shutdown();
    resources.shutdown().syncUninterruptibly();
  }
}
