package dev.ratelimit.benchmarks.replay;

import dev.ratelimit.Limit;
import dev.ratelimit.redis.AtMostOnce;
import dev.ratelimit.redis.RedisLimiter;
import dev.ratelimit.testkit.redis.RedisServer;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.event.command.CommandListener;
import io.lettuce.core.event.command.CommandStartedEvent;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.resource.ClientResources;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A limiter of ours whose script calls are recorded as they are sent.
 *
 * <p>Not thread-safe.
 */
final class Recorder implements AutoCloseable, CommandListener {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final List<String> EARLY = List.of("early-1", "early-2");
  private static final int MOST_QUEUED = 1_000;

  /*
   * A recorded call holds a limit and its operations, no instant and nothing that is used once: sent
   * again, it is the same checks again.
   */
  private final Queue<CommandArgs<?, ?>> calls = new ConcurrentLinkedQueue<>();
  private final RedisServer redis;
  private final ClientResources resources;
  private final RedisClient client;
  private final RedisLimiter limiter;

  Recorder(RedisServer redis, Limit limit) {
    this.redis = redis;
    resources = ClientResources.builder().nettyCustomizer(new AtMostOnce()).build();
    client = RedisClient.create(resources);
    client.setOptions(
        ClientOptions.builder()
            .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
            .requestQueueSize(MOST_QUEUED)
            .replayFilter(any -> true)
            .build());
    client.addListener(this);
    limiter =
        RedisLimiter.builder(client, RedisURI.create(redis.uri()))
            .limit(limit)
            .deadline(PATIENCE)
            .build();
  }

  @Override
  public void commandStarted(CommandStartedEvent event) {
    if (event.getCommand().getType() == CommandType.EVALSHA) {
      calls.add(event.getCommand().getArgs());
    }
  }

  RedisLimiter limiter() {
    return limiter;
  }

  /** {@return the arguments of the only call that an action makes} */
  CommandArgs<?, ?> only(Consumer<RedisLimiter> action) {
    calls.clear();
    action.accept(limiter);
    return single(List.copyOf(calls));
  }

  /**
   * {@return the arguments of a call that carries the checks of many keys}
   *
   * <p>Two others go before, alone: the rest gathers until one of those is answered.
   *
   * @param keys as many as a call carries
   */
  CommandArgs<?, ?> together(List<String> keys) {
    limiter.check("first"); // the server knows the script
    calls.clear();
    redis.pause();
    List<CompletableFuture<?>> answers;
    try {
      answers =
          Stream.concat(EARLY.stream(), keys.stream())
              .<CompletableFuture<?>>map(key -> limiter.checkAsync(key))
              .toList();
    } finally {
      redis.resume();
    }
    answers.forEach(CompletableFuture::join);
    if (calls.size() != EARLY.size() + 1) {
      throw new IllegalStateException(
          "calls must be " + (EARLY.size() + 1) + ", was " + calls.size());
    }
    return calls.stream().max(Comparator.comparingInt(Recorder::bytes)).orElseThrow();
  }

  private static CommandArgs<?, ?> single(List<CommandArgs<?, ?>> made) {
    if (made.size() != 1) {
      throw new IllegalStateException("calls must be 1, was " + made.size());
    }
    return made.get(0);
  }

  private static int bytes(CommandArgs<?, ?> call) {
    ByteBuf encoded = Unpooled.buffer();
    call.encode(encoded);
    return encoded.readableBytes();
  }

  @Override
  public void close() {
    limiter.close();
    client.shutdown(Duration.ZERO, PATIENCE);
    resources.shutdown().syncUninterruptibly();
  }
}
