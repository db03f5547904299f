package dev.ratelimit.redis.call;

import dev.ratelimit.redis.driver.RedisError;
import dev.ratelimit.redis.link.Link;
import dev.ratelimit.redis.script.RedisKeys;
import dev.ratelimit.redis.script.Script;
import dev.ratelimit.redis.script.ScriptCall;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Asks one master whether it can do all that the scripts need, and has the link do something about
 * one that cannot.
 *
 * <p>Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // each has a callback that hears of failures
final class Probes {

  private static final Script PROBE = Script.probe();

  /** In a row. */
  private static final int SILENT_PROBES = 2;

  private final ScriptCaller caller;
  private final Link link;
  private final RedisKeys keys;
  private final Duration deadline;
  private final AtomicBoolean isProbing = new AtomicBoolean();
  private final AtomicInteger silentProbes = new AtomicInteger();

  Probes(ScriptCaller caller, Link link, RedisKeys keys, Duration deadline) {
    this.caller = caller;
    this.link = link;
    this.keys = keys;
    this.deadline = deadline;
  }

  /** {@return done when Redis has shown that it can do all that the scripts need} */
  CompletableFuture<Object> probe() {
    return caller.tryByDigest(probing(), deadline).whenComplete((reply, failure) -> act(failure));
  }

  /** Does the same, unless that is being done. */
  void probeOnce() {
    if (isProbing.compareAndSet(false, true)) {
      caller.probe().whenComplete((reply, failure) -> isProbing.set(false));
    }
  }

  /**
   * {@return the same, of a Redis that is given its own time, since the first call takes longest}
   * By text and by digest: a server that knows the script shows no lack of a right to the other.
   */
  CompletableFuture<Object> firstProbe(Duration patience) {
    return caller
        .tryByText(probing(), patience)
        .thenCompose(done -> caller.tryByDigest(probing(), patience));
  }

  /** A server without hash slots takes any two keys together, and a node of a cluster does not. */
  private ScriptCall probing() {
    byte[] key = link.probeKey(keys, caller.master());
    List<byte[]> asked = link.hasHashSlots() ? List.of(key) : List.of(key, keys.ofProbe(1));
    return ScriptCall.of(PROBE, asked, List.of(new byte[0]));
  }

  /**
   * A connection whose other end has gone without a word stays silent for ever, and a name may lead
   * to another server by now. One silent probe can be chance.
   */
  private void act(@Nullable Throwable failure) {
    if (failure == null || !RedisError.isOfSilence(failure)) {
      silentProbes.set(0);
    } else if (silentProbes.incrementAndGet() == SILENT_PROBES) {
      silentProbes.set(0);
      link.reconnect(caller.master());
    }
    if (failure != null && (link.hasHashSlots() || RedisError.isOfAReplica(failure))) {
      link.refresh();
    }
  }
}
