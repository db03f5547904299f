package dev.ratelimit.redis.membership;

import dev.ratelimit.Cancellable;
import dev.ratelimit.TimeSource;
import dev.ratelimit.redis.call.Masters;
import dev.ratelimit.redis.script.Script;
import dev.ratelimit.redis.script.ScriptCall;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Tells Redis again and again that an instance is there, and hears how many are: one call at a
 * time, a period apart, lengthened by up to a quarter.
 *
 * <p>Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // each has a callback that hears of failures
public final class Heartbeat implements AutoCloseable {

  private static final Script SCRIPT = Script.members();
  private static final long LEAST_PERIOD_MICROS = 1_000_000;

  /** So that a fleet of any size makes at most 100 calls a second. */
  private static final long MICROS_AN_INSTANCE = 10_000;

  private static final byte STAYS = 1;
  private static final byte LEAVES = 0;

  /** More than the script keeps are told as one more. */
  private static final int MOST = 4_097;

  private final Masters masters;
  private final byte[] key;
  private final LargestOfLast heard;
  private final TimeSource time;

  /** Tells lives of instances apart, and need not be secret: nothing here may block on a source. */
  private final long id = ThreadLocalRandom.current().nextLong();

  private Cancellable next = () -> false; // guarded by this
  private volatile boolean closed; // written under this

  Heartbeat(Masters masters, byte[] key, LargestOfLast heard, TimeSource time) {
    this.masters = masters;
    this.key = key;
    this.heard = heard;
    this.time = time;
  }

  /** {@return the number of instances to go by; reads one field} */
  public int instances() {
    return heard.largest();
  }

  void begin() {
    beat();
  }

  private void beat() {
    if (closed) {
      return;
    }
    CompletableFuture<Object> answer = tell(STAYS);
    if (closed) { // close() may have left before this was sent
      tell(LEAVES);
    }
    answer.whenComplete(
        (reply, failure) -> {
          hear(reply);
          beatLater();
        });
  }

  private CompletableFuture<Object> tell(byte what) {
    byte[] argument = ByteBuffer.allocate(Long.BYTES + 1).putLong(id).put(what).array();
    return masters.of(key).tell(ScriptCall.of(SCRIPT, key, argument));
  }

  private void hear(@Nullable Object reply) {
    if (reply instanceof List<?> parts
        && parts.size() == 2
        && parts.get(1) instanceof Long count
        && count >= 1
        && count <= MOST) {
      heard.add(count.intValue());
    }
  }

  private synchronized void beatLater() {
    if (!closed) {
      long period = Math.max(LEAST_PERIOD_MICROS, heard.largest() * MICROS_AN_INSTANCE);
      long pause = period + ThreadLocalRandom.current().nextLong(period / 4 + 1);
      next = time.schedule(Duration.of(pause, ChronoUnit.MICROS), this::beat);
    }
  }

  /** Leaves. What is in flight goes before, by the same connection. */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      next.cancel();
    }
    tell(LEAVES);
  }
}
