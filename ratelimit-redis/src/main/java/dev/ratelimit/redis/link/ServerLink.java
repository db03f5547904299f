package dev.ratelimit.redis.link;

import dev.ratelimit.TimeSource;
import dev.ratelimit.redis.driver.Driver;
import dev.ratelimit.redis.driver.DriverOptions;
import dev.ratelimit.redis.driver.RedisError;
import dev.ratelimit.redis.script.RedisKeys;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A connection to one server, or to the master that sentinels name. Thread-safe. */
public final class ServerLink implements Link {

  private final String name;
  private final Driver<RedisClient> driver;
  private final Opening<StatefulRedisConnection<byte[], byte[]>> opening;
  private final List<SentinelWatch> watches;
  private volatile RedisURI uri; // as it is asked for now

  private ServerLink(Driver<RedisClient> driver, RedisURI uri, TimeSource time) {
    this.driver = driver;
    this.name = nameOf(uri);
    this.uri = uri;
    this.opening =
        new Opening<>(
            driver,
            () -> driver.client().connectAsync(ByteArrayCodec.INSTANCE, this.uri),
            Opening.SOON,
            time);
    opening.begin();
    this.watches =
        uri.getSentinels().stream()
            .map(sentinel -> new SentinelWatch(driver, uri, sentinel, () -> moved(sentinel), time))
            .toList();
  }

  /** The sentinel that tells of another master knows where it is; others may learn of it later. */
  private void moved(RedisURI sentinel) {
    uri = DriverOptions.askingFirst(sentinel, uri);
    opening.beginAnew();
  }

  /** {@return a link by a client of its own} */
  public static ServerLink open(RedisURI uri, TimeSource time) {
    RedisURI impatient = DriverOptions.impatient(uri);
    return new ServerLink(Driver.own(resources -> client(resources, impatient)), impatient, time);
  }

  /** {@return a link by a client that an application lends, and shuts down itself} */
  public static ServerLink lent(RedisClient client, RedisURI uri, TimeSource time) {
    return new ServerLink(Driver.lent(client), uri, time);
  }

  private static RedisClient client(ClientResources resources, RedisURI uri) {
    RedisClient client = RedisClient.create(resources, uri);
    client.setOptions(DriverOptions.ofServer());
    return client;
  }

  @Override
  public @Nullable RedisScriptingAsyncCommands<byte[], byte[]> commands() {
    @Nullable StatefulRedisConnection<byte[], byte[]> present = opening.connection();
    return present == null ? null : present.async();
  }

  /** {@return the connection, {@code null} until there has been one} */
  public @Nullable StatefulRedisConnection<byte[], byte[]> connection() {
    return opening.connection();
  }

  @Override
  public CompletableFuture<Void> firstAttempt() {
    return opening.firstAttempt();
  }

  @Override
  public @Nullable Throwable refusal() {
    return driver.refusal();
  }

  private static String nameOf(RedisURI uri) {
    return uri.getSentinels().isEmpty()
        ? uri.getHost() + ":" + uri.getPort()
        : "master " + uri.getSentinelMasterId();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<String> masters() {
    return List.of(name);
  }

  @Override
  public String masterOf(byte[] key) {
    return name;
  }

  @Override
  public Object groupOf(byte[] key) {
    return this;
  }

  @Override
  public byte[] probeKey(RedisKeys keys, String master) {
    return keys.ofProbe(0);
  }

  @Override
  public CompletableFuture<String> info(String master) {
    @Nullable StatefulRedisConnection<byte[], byte[]> present = opening.connection();
    return present == null
        ? CompletableFuture.failedFuture(RedisError.notConnected())
        : present.async().info().toCompletableFuture();
  }

  @Override
  public Object addressOf(String master) {
    @Nullable StatefulRedisConnection<byte[], byte[]> present = opening.connection();
    @Nullable Object address = present == null ? null : driver.connections().addressOf(present);
    return address == null ? name : address;
  }

  @Override
  public void whenConnected(Runnable told) {
    opening.whenKept(told);
    driver
        .connections()
        .whenMade(
            connection -> {
              if (connection.equals(opening.connection())) {
                told.run();
              }
            });
  }

  @Override
  public boolean hasHashSlots() {
    return false;
  }

  /** By a connection beside the present one: the name may lead to another server by now. */
  @Override
  public void refresh() {
    opening.begin();
  }

  @Override
  public void close() {
    watches.forEach(SentinelWatch::close);
    opening.close();
  }
}
