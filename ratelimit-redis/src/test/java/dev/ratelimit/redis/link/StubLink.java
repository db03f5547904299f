package dev.ratelimit.redis.link;

import dev.ratelimit.redis.script.RedisKeys;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A way to a Redis that answers nothing by itself, and remembers what it was asked. Not
 * thread-safe.
 */
public final class StubLink implements Link {

  public final List<AsyncCommand<byte[], byte[], List<Object>>> sent = new ArrayList<>();
  public final List<CompletableFuture<String>> infos = new ArrayList<>();
  public final List<String> masters;
  private final Runnable onSending;
  public CompletableFuture<Void> firstAttempt = CompletableFuture.completedFuture(null);
  public String address = "here";
  public int refreshes;
  public boolean closed;

  /** Whether each key is in a hash slot of its own. */
  public boolean slotted;

  /** Does something whenever it is sent a command. */
  public StubLink(Runnable onSending, String... masters) {
    this.onSending = onSending;
    this.masters = new ArrayList<>(List.of(masters));
  }

  /** {@return the last command that it was sent} */
  public AsyncCommand<byte[], byte[], List<Object>> last() {
    return sent.get(sent.size() - 1);
  }

  private RedisFuture<?> send() {
    AsyncCommand<byte[], byte[], List<Object>> command =
        new AsyncCommand<>(
            new Command<>(CommandType.EVALSHA, new ArrayOutput<>(ByteArrayCodec.INSTANCE)));
    sent.add(command);
    onSending.run();
    return command;
  }

  @Override
  @SuppressWarnings("unchecked")
  public RedisScriptingAsyncCommands<byte[], byte[]> commands() {
    Class<?> type = RedisScriptingAsyncCommands.class;
    return (RedisScriptingAsyncCommands<byte[], byte[]>)
        Proxy.newProxyInstance(
            type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> send());
  }

  @Override
  public String name() {
    return "stub";
  }

  @Override
  public CompletableFuture<Void> firstAttempt() {
    return firstAttempt;
  }

  @Override
  public @Nullable Throwable refusal() {
    return null;
  }

  @Override
  public List<String> masters() {
    return masters;
  }

  /** The keys of one length are with one master. */
  @Override
  public String masterOf(byte[] key) {
    return masters.get(key.length % masters.size());
  }

  @Override
  public Object groupOf(byte[] key) {
    return slotted ? new String(key, StandardCharsets.UTF_8) : this;
  }

  @Override
  public byte[] probeKey(RedisKeys keys, String master) {
    return keys.ofProbe(0);
  }

  @Override
  public CompletableFuture<String> info(String master) {
    CompletableFuture<String> info = new CompletableFuture<>();
    infos.add(info);
    return info;
  }

  @Override
  public Object addressOf(String master) {
    return address;
  }

  @Override
  public void whenConnected(Runnable told) {}

  @Override
  public boolean hasHashSlots() {
    return masters.size() > 1;
  }

  @Override
  public void refresh() {
    refreshes++;
  }

  @Override
  public void close() {
    closed = true;
  }
}
