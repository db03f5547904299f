package dev.ratelimit.local.lease;

import dev.ratelimit.Decision;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.Completer;
import dev.ratelimit.core.store.LeaseReply;
import dev.ratelimit.core.store.LeasedPermits;
import dev.ratelimit.core.store.LeasingStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Makes the calls that holdings ask for, and has them told how they ended.
 *
 * <p>Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // each has a callback that hears of failures
final class Calls {

  private final LeasingStore store;
  private final TimeSource time;
  private final Completer completer;
  private final LimiterListener listener;

  Calls(LeasingStore store, TimeSource time, LeaseOptions options) {
    this.store = store;
    this.time = time;
    this.completer = new Completer(options.executor());
    this.listener = options.listener();
  }

  /** {@return the reply, for which this thread waits} */
  LeaseReply ask(Inquiry inquiry) {
    LeaseReply reply;
    try {
      reply =
          store.lease(
              inquiry.holding().key(),
              inquiry.terms().rule(),
              inquiry.call(),
              inquiry.askedMicros());
    } catch (RuntimeException | Error e) {
      failed(inquiry, e);
      throw e;
    }
    replied(inquiry, reply);
    return reply;
  }

  /** {@return the reply} */
  CompletableFuture<LeaseReply> askAsync(Inquiry inquiry) {
    CompletableFuture<LeaseReply> asked;
    try {
      asked =
          store.leaseAsync(
              inquiry.holding().key(),
              inquiry.terms().rule(),
              inquiry.call(),
              inquiry.askedMicros());
    } catch (RuntimeException | Error e) { // one that never blocks may fail before it has a future
      asked = CompletableFuture.failedFuture(e);
    }
    return asked.whenComplete(
        (reply, failure) -> {
          if (failure == null) {
            replied(inquiry, reply);
          } else {
            failed(inquiry, unwrapped(failure));
          }
        });
  }

  /**
   * {@return the same, completed by the executor: replies come on a thread of the store's, which is
   * not for callers' callbacks}
   */
  <T> CompletableFuture<T> handedOver(CompletableFuture<T> answer) {
    if (answer.isDone()) {
      return answer;
    }
    CompletableFuture<T> handed = new CompletableFuture<>();
    answer.whenComplete(
        (value, failure) ->
            completer.run(
                () -> {
                  if (failure == null) {
                    handed.complete(value);
                  } else {
                    handed.completeExceptionally(unwrapped(failure));
                  }
                }));
    return handed;
  }

  /** Makes a call on whose reply nobody but its holding waits. */
  void make(Inquiry inquiry) {
    askAsync(inquiry);
  }

  private void replied(Inquiry inquiry, LeaseReply reply) {
    Aftermath aftermath;
    try {
      aftermath = inquiry.holding().replied(inquiry, reply, time.micros());
    } catch (RuntimeException | Error e) { // an answer that makes no sense keeps nobody waiting
      failed(inquiry, e);
      throw e;
    }
    settle(inquiry, reply.check(), null, aftermath);
    if (reply.granted() > 0) {
      listener.onLeaseTaken(inquiry.holding().key(), reply.granted());
      watch(inquiry.holding());
    }
    if (!inquiry.call().returned().isEmpty()) {
      tellReturned(inquiry);
    }
  }

  private void tellReturned(Inquiry inquiry) {
    long returned = inquiry.call().returned().stream().mapToLong(LeasedPermits::permits).sum();
    if (returned > 0) {
      listener.onLeaseReturned(inquiry.holding().key(), returned);
    }
  }

  private void watch(Holding holding) {
    try {
      holding.watch(this::expired);
    } catch (RuntimeException | Error e) {
      // The clock can start no more threads: what is left of a lease is not returned, but lapses.
    }
  }

  private void failed(Inquiry inquiry, Throwable failure) {
    settle(inquiry, null, failure, inquiry.holding().failed(inquiry, failure, time.micros()));
  }

  private void settle(
      Inquiry inquiry,
      @Nullable Decision decision,
      @Nullable Throwable failure,
      Aftermath aftermath) {
    aftermath.next().forEach(this::make);
    List<Aftermath.Told> told = new ArrayList<>();
    if (inquiry.waiter() != null) {
      told.add(new Aftermath.Told(inquiry.waiter(), decision, failure));
    }
    told.addAll(aftermath.told());
    told.stream().filter(each -> each.waiter().blocks()).forEach(Aftermath.Told::tell);
    told.stream()
        .filter(each -> !each.waiter().blocks())
        .forEach(each -> completer.run(each::tell));
  }

  private void expired(Holding holding) {
    holding.expire(time.micros()).ifPresent(this::make);
    tellExpired(holding);
    watch(holding);
  }

  void tellExpired(Holding holding) {
    long expired = holding.takeExpired();
    if (expired > 0) {
      listener.onLeaseExpired(holding.key(), expired);
    }
  }

  /** {@return what a check is told that waited for another's call} */
  static Decision join(Waiter waiter) {
    try {
      return waiter.answer().join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  private static Throwable unwrapped(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
