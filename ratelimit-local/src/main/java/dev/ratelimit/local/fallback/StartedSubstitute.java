package dev.ratelimit.local.fallback;

import dev.ratelimit.Decision;
import dev.ratelimit.Rule;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.Taken;
import dev.ratelimit.local.fallback.posting.Books;

/**
 * Starts each key from what the store said last of it, and notes what is admitted of it without the
 * store's knowledge.
 *
 * @param rule the store's rule
 * @param local answers from what this instance keeps, and does so under a limit of its own
 * @param books what the store says, and is to be told
 */
record StartedSubstitute(Rule rule, LocalSubstitute local, Books books) implements Substitute {

  private void start(String key, Moment at) {
    books.answers().use(key, answer -> local.startFrom(answer, key, at));
  }

  private void admitted(String key, long permits, Moment at) {
    if (permits > 0 && at.unsent() && rule.limit() instanceof TokenBucket) {
      local.debt(key, at).ifPresent(debt -> books.unposted().add(key, permits, debt));
    }
  }

  @Override
  public Decision check(String key, long cost, Moment at) {
    start(key, at);
    Decision decision = local.check(key, cost, at);
    admitted(key, decision.allowed() ? cost : 0, at);
    return decision;
  }

  @Override
  public Decision peek(String key, long cost, Moment at) {
    start(key, at);
    return local.peek(key, cost, at);
  }

  @Override
  public Held reserve(String key, Hold hold, Moment at) {
    start(key, at);
    Held held = local.reserve(key, hold, at);
    admitted(key, held.decision().allowed() ? hold.cost() : 0, at);
    return held;
  }

  @Override
  public Taken take(String key, long want, Moment at) {
    start(key, at);
    Taken taken = local.take(key, want, at);
    admitted(key, taken.granted(), at);
    return taken;
  }

  @Override
  public Decision refund(String key, long permits, Moment at) {
    start(key, at);
    return local.refund(key, permits, at);
  }

  /** A key that was reset is full: nothing is known that says otherwise, and nothing is owed. */
  @Override
  public Decision reset(String key, Moment at) {
    books.answers().forget(key);
    books.unposted().remove(key);
    return local.reset(key, at);
  }
}
