package dev.ratelimit.redis.watch;

import dev.ratelimit.LimiterListener;
import dev.ratelimit.redis.link.Link;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Asks one master what it is, one question at a time, and tells of its restart and, once, of a
 * memory policy that removes keys. What is not answered is not known. Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // it has a callback that hears of failures
final class MasterWatch {

  /** Named after what applications know. */
  private static final Logger LOG = System.getLogger("dev.ratelimit.redis.RedisLimiter");

  private final Link link;
  private final String master;
  private final LimiterListener listener;
  private boolean isAsking; // guarded by this
  private boolean isToAskAgain; // guarded by this
  private @Nullable ServerFacts known; // of the thread whose question is answered
  private boolean hasWarned; // of the same

  MasterWatch(Link link, String master, LimiterListener listener) {
    this.link = link;
    this.master = master;
    this.listener = listener;
  }

  /** What is asked now may be answered by the server that was there before: then it asks again. */
  void look() {
    synchronized (this) {
      isToAskAgain = isAsking;
      if (isAsking) {
        return;
      }
      isAsking = true;
    }
    ask();
  }

  private void ask() {
    Object address = link.addressOf(master);
    info()
        .whenComplete(
            (info, failure) -> {
              if (info != null && address.equals(link.addressOf(master))) {
                learn(ServerFacts.of(address, info));
              }
              if (isToGoOn()) {
                ask();
              }
            });
  }

  private CompletableFuture<String> info() {
    try {
      return link.info(master);
    } catch (RuntimeException e) { // the driver is about to be ended
      return CompletableFuture.failedFuture(e);
    }
  }

  private synchronized boolean isToGoOn() {
    isAsking = isToAskAgain;
    isToAskAgain = false;
    return isAsking;
  }

  private void learn(ServerFacts now) {
    @Nullable ServerFacts before = known;
    known = now;
    if (before != null && now.isRestartOf(before)) {
      LOG.log(
          Level.WARNING,
          "{0} has been restarted, and may have lost what keys had spent: each may spend its limit"
              + " anew",
          master);
      listener.onStateLoss(master);
    }
    if (!now.eviction().isEmpty() && !hasWarned) {
      hasWarned = true;
      LOG.log(
          Level.WARNING,
          "{0} has maxmemory-policy {1} and may remove keys of limits when its memory is full, which"
              + " lets them spend anew: set it to noeviction, or use a server for limits alone that"
              + " has room for them",
          master,
          now.eviction());
    }
  }
}
