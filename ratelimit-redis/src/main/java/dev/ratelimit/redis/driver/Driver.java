package dev.ratelimit.redis.driver;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.resource.ClientResources;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A client of the driver's: one of our own, with threads of its own, or one that an application
 * lends.
 *
 * <p>Thread-safe.
 *
 * @param <C> for one server, or for a cluster
 */
@SuppressWarnings("FutureReturnValueIgnored") // nothing is left to do if it fails
public final class Driver<C extends AbstractRedisClient> {

  /** How long the driver goes on hearing of what it has closed. */
  private static final long QUIET_MILLIS = 10;

  private static final long LONGEST_MILLIS = 1_000;

  private final C client;
  private final Refusals refusals;
  private final Connections connections;
  private final boolean isOurs;
  private final @Nullable ClientResources ending;

  private Driver(C client, Refusals refusals, boolean isOurs, @Nullable ClientResources ending) {
    this.client = client;
    this.refusals = refusals;
    this.connections = new Connections(client);
    this.isOurs = isOurs;
    this.ending = ending;
  }

  /** {@return a client of our own} */
  public static <C extends AbstractRedisClient> Driver<C> own(Function<ClientResources, C> client) {
    Refusals refusals = new Refusals();
    ClientResources resources = DriverOptions.resources(refusals);
    try {
      return new Driver<>(client.apply(resources), refusals, true, resources);
    } catch (RuntimeException | Error e) {
      resources.shutdown(0, LONGEST_MILLIS, TimeUnit.MILLISECONDS);
      throw e;
    }
  }

  /** {@return a client that an application lends, and shuts down itself} */
  public static <C extends AbstractRedisClient> Driver<C> lent(C client) {
    return new Driver<>(client, new Refusals(), false, null);
  }

  /** {@return the same client, for a connection beside the one that ends it} */
  public Driver<C> besides() {
    return new Driver<>(client, refusals, isOurs, null);
  }

  public C client() {
    return client;
  }

  /** {@return all connections of the client; of one that is lent the application's too} */
  public Connections connections() {
    return connections;
  }

  /** {@return why a server does not accept connections, if it has said so} Not of a lent client. */
  public @Nullable Throwable refusal() {
    return refusals.any();
  }

  /**
   * Ends it with its connections, if it is our own. Not waited for: whoever closes may be on one of
   * the threads that this ends.
   *
   * @return whether its connections end with it
   */
  public boolean end() {
    connections.close();
    @Nullable ClientResources resources = ending;
    if (resources != null) {
      client
          .shutdownAsync(0, LONGEST_MILLIS, TimeUnit.MILLISECONDS)
          .whenComplete(
              (done, failure) ->
                  resources.shutdown(QUIET_MILLIS, LONGEST_MILLIS, TimeUnit.MILLISECONDS));
    }
    return isOurs;
  }
}
