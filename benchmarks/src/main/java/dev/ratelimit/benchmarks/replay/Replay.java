package dev.ratelimit.benchmarks.replay;

import dev.ratelimit.TimeSource;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Sends one EVALSHA again and again, or several by turns, many in a packet, so that what the server
 * does to read and to write, which is the same for all, does not hide what the scripts cost.
 *
 * <p>Not thread-safe.
 */
final class Replay implements AutoCloseable {

  private static final int PIPELINED = 64;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final RedisClient client;
  private final StatefulRedisConnection<byte[], byte[]> connection;
  private final List<CommandArgs<byte[], byte[]>> arguments;

  Replay(URI redis, List<CommandArgs<?, ?>> arguments) {
    client = RedisClient.create(RedisURI.create(redis));
    connection = client.connect(ByteArrayCodec.INSTANCE);
    connection.setAutoFlushCommands(false);
    this.arguments = arguments.stream().map(Replay::encoded).toList();
  }

  @SuppressWarnings("unchecked") // what was recorded is encoded already
  private static CommandArgs<byte[], byte[]> encoded(CommandArgs<?, ?> arguments) {
    return (CommandArgs<byte[], byte[]>) arguments;
  }

  /** {@return how many calls were answered} */
  long run(Duration time) {
    TimeSource clock = TimeSource.system();
    long end = clock.micros() + time.toNanos() / 1_000;
    long calls = 0;
    while (clock.micros() < end) {
      calls += flight();
    }
    return calls;
  }

  /** {@return how many calls were sent and answered, in one packet} */
  int flight() {
    List<RedisFuture<List<Object>>> replies = new ArrayList<>(PIPELINED);
    for (int i = 0; i < PIPELINED; i++) {
      replies.add(send(arguments.get(i % arguments.size())));
    }
    connection.flushCommands();
    if (!LettuceFutures.awaitAll(
        PATIENCE.toMillis(), TimeUnit.MILLISECONDS, replies.toArray(RedisFuture[]::new))) {
      throw new IllegalStateException("no reply within " + PATIENCE);
    }
    return PIPELINED;
  }

  private RedisFuture<List<Object>> send(CommandArgs<byte[], byte[]> call) {
    return connection
        .async()
        .dispatch(CommandType.EVALSHA, new NestedMultiOutput<>(ByteArrayCodec.INSTANCE), call);
  }

  @Override
  public void close() {
    client.shutdown(Duration.ZERO, PATIENCE);
  }
}
