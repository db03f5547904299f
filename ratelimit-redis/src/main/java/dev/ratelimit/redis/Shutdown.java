package dev.ratelimit.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.resource.ClientResources;
import java.util.concurrent.TimeUnit;

/** Ends a client of ours and its threads. */
@SuppressWarnings("FutureReturnValueIgnored") // nothing is left to do if it fails
final class Shutdown {

  /** How long the driver goes on hearing of what it has closed. */
  private static final long QUIET_MILLIS = 10;

  private static final long LONGEST_MILLIS = 1_000;

  private Shutdown() {}

  /** Begins it. Not waited for: whoever closes may be on one of the threads that this ends. */
  static void of(AbstractRedisClient client, ClientResources resources) {
    client
        .shutdownAsync(0, LONGEST_MILLIS, TimeUnit.MILLISECONDS)
        .whenComplete(
            (done, failure) ->
                resources.shutdown(QUIET_MILLIS, LONGEST_MILLIS, TimeUnit.MILLISECONDS));
  }
}
