package dev.ratelimit.local.lease;

import dev.ratelimit.Decision;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import dev.ratelimit.TimeSource;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.Remembered;
import dev.ratelimit.core.store.Demand;
import dev.ratelimit.core.store.Granted;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.LeaseReply;
import dev.ratelimit.core.store.LeasingStore;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.core.store.Taken;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Answers checks of busy keys in this process, from permits that it has taken from the store in
 * blocks, and denials from what the store denied before. However the permits are spent, and
 * whatever is lost on the way, the fleet admits no more than one exact bucket would.
 *
 * <p>Only token buckets are leased, and of those only keys whose limit can bear it. Every other key
 * is asked about at the store, once a check.
 *
 * <p>Thread-safe. Closes the store.
 */
@SuppressWarnings("FutureReturnValueIgnored") // it closes whatever came of the returns
public final class LeaseLayer implements Store {

  private final LeasingStore store;
  private final TimeSource time;
  private final Runnable closing;
  private final Pace pace;
  private final Calls calls;
  private final Exact exact;
  private final Remembered<Rule, LeaseTerms> terms = new Remembered<>(LeaseTerms::of);
  private final Entries entries;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * Makes a layer.
   *
   * @param store what grants leases
   * @param time the clock of the limiter: not a coarse one
   * @param options how to lease
   * @param closing closes the store, when permits in hand have been given back
   */
  public LeaseLayer(LeasingStore store, TimeSource time, LeaseOptions options, Runnable closing) {
    this.closing = Objects.requireNonNull(closing, "closing");
    this.store = Objects.requireNonNull(store, "store");
    this.time = Objects.requireNonNull(time, "time");
    this.pace = new Pace(time, options);
    this.calls = new Calls(store, time, options);
    this.entries = new Entries(pace, calls, options);
    this.exact = new Exact(store, time, terms, entries);
  }

  @Override
  public Decision check(String key, Rule rule, long cost, long nowMicros) {
    @Nullable Decision known = known(key, rule, cost, nowMicros);
    return known == null ? asked(key, rule, cost, nowMicros) : known;
  }

  @Override
  public Optional<StoreException> refusal(String key) {
    return store.refusal(key);
  }

  /** What is in hand is spent first. */
  @Override
  public Decision check(String key, Rule rule, long cost, long nowMicros, Instead instead) {
    @Nullable Decision known = known(key, rule, cost, nowMicros);
    if (known != null) {
      return known;
    }
    Optional<StoreException> refusal = store.refusal(key);
    return refusal.isEmpty()
        ? asked(key, rule, cost, nowMicros)
        : instead.check(key, rule, cost, nowMicros, refusal.get());
  }

  private Decision asked(String key, Rule rule, long cost, long nowMicros) {
    @Nullable LeaseTerms of = leasable(key, rule, cost);
    if (of == null) {
      return exact.check(key, rule, cost, nowMicros);
    }
    Move move = move(key, of, cost, nowMicros, true);
    if (move == Move.GONE) {
      return exact.check(key, rule, cost, nowMicros);
    }
    if (move instanceof Move.Ask ask) {
      return calls.ask(ask.inquiry()).check();
    }
    return move instanceof Move.Join join ? Calls.join(join.waiter()) : answer(move);
  }

  @Override
  public CompletableFuture<Decision> checkAsync(String key, Rule rule, long cost, long nowMicros) {
    @Nullable Decision known = known(key, rule, cost, nowMicros);
    if (known != null) {
      return CompletableFuture.completedFuture(known);
    }
    @Nullable LeaseTerms of = leasable(key, rule, cost);
    if (of == null) {
      return calls.handedOver(exact.checkAsync(key, rule, cost, nowMicros));
    }
    Move move = move(key, of, cost, nowMicros, false);
    if (move == Move.GONE) {
      return calls.handedOver(exact.checkAsync(key, rule, cost, nowMicros));
    }
    if (move instanceof Move.Ask ask) {
      return calls.handedOver(calls.askAsync(ask.inquiry()).thenApply(LeaseReply::check));
    }
    return move instanceof Move.Join join
        ? join.waiter().answer()
        : CompletableFuture.completedFuture(answer(move));
  }

  /** {@return what can be answered here} Permits in hand come before what was denied. */
  private @Nullable Decision known(String key, Rule rule, long cost, long nowMicros) {
    entries.giveBack();
    if (cost == 0 || cost > rule.limit().mostPermits()) {
      return null;
    }
    @Nullable Entry entry = entries.of(key);
    if (entry == null) {
      return null;
    }
    @Nullable Decision answer = entry.answer(rule, cost, nowMicros);
    if (answer != null && entry instanceof Holding holding && holding.isLow(nowMicros)) {
      holding.refill(nowMicros).ifPresent(calls::make);
    }
    return answer;
  }

  /** {@return by what to lease, or nothing if the store is asked by itself} */
  private @Nullable LeaseTerms leasable(String key, Rule rule, long cost) {
    if (rule.limit() instanceof TokenBucket) {
      LeaseTerms of = terms.of(rule);
      if (pace.bears(of)) {
        return cost == 0 || cost > of.burst() ? null : of;
      }
    }
    entries.drop(key, rule);
    return null;
  }

  private Move move(String key, LeaseTerms of, long cost, long nowMicros, boolean blocks) {
    Move move = entries.holding(key, of, nowMicros).ask(of, cost, nowMicros, blocks);
    entries.giveBack();
    return move;
  }

  private static Decision answer(Move move) {
    return ((Move.Answer) move).decision();
  }

  @Override
  public Decision peek(String key, Rule rule, long cost, long nowMicros) {
    return store.peek(key, rule, cost, nowMicros);
  }

  @Override
  public Held reserve(String key, Rule rule, Hold hold, long nowMicros) {
    entries.charged(key);
    return store.reserve(key, rule, hold, nowMicros);
  }

  @Override
  public CompletableFuture<Held> reserveAsync(String key, Rule rule, Hold hold, long nowMicros) {
    entries.charged(key);
    return store.reserveAsync(key, rule, hold, nowMicros);
  }

  @Override
  public Taken take(String key, Rule rule, long want, long nowMicros) {
    entries.charged(key);
    return store.take(key, rule, want, nowMicros);
  }

  @Override
  public CompletableFuture<Taken> takeAsync(String key, Rule rule, long want, long nowMicros) {
    entries.charged(key);
    return store.takeAsync(key, rule, want, nowMicros);
  }

  @Override
  public Optional<List<Decision>> checkTogether(List<Demand> demands, long nowMicros) {
    demands.forEach(demand -> entries.charged(demand.key()));
    return store.checkTogether(demands, nowMicros);
  }

  /** What was spent from the hand goes back to it, all else to the store. */
  @Override
  public Decision refund(String key, Rule rule, long permits, long nowMicros) {
    if (permits == 0) {
      return store.refund(key, rule, 0, nowMicros);
    }
    if (isInHandAgain(key, rule, permits, nowMicros)) {
      return terms.of(rule).allowed(permits, nowMicros);
    }
    Decision decision = store.refund(key, rule, permits, nowMicros);
    entries.forget(key, time.micros());
    return decision;
  }

  @Override
  public CompletableFuture<Decision> refundAsync(
      String key, Rule rule, long permits, long nowMicros) {
    if (permits == 0) {
      return store.refundAsync(key, rule, 0, nowMicros);
    }
    if (isInHandAgain(key, rule, permits, nowMicros)) {
      return CompletableFuture.completedFuture(terms.of(rule).allowed(permits, nowMicros));
    }
    return store
        .refundAsync(key, rule, permits, nowMicros)
        .whenComplete((decision, failure) -> entries.forget(key, time.micros()));
  }

  /**
   * What the store reserved goes back to it: it may be owed for a later time than now, when what is
   * in hand can be spent.
   */
  @Override
  public Decision cancel(String key, Rule rule, Granted granted, long nowMicros) {
    if (granted.by() == Origin.LEASE) {
      return refund(key, rule, granted.permits(), nowMicros);
    }
    entries.forget(key, nowMicros);
    Decision decision = store.cancel(key, rule, granted, nowMicros);
    entries.forget(key, time.micros());
    return decision;
  }

  private boolean isInHandAgain(String key, Rule rule, long permits, long nowMicros) {
    if (entries.unspend(key, rule, permits)) {
      return true;
    }
    entries.forget(key, nowMicros);
    return false;
  }

  @Override
  public Decision reset(String key, Rule rule, long nowMicros) {
    entries.forget(key, nowMicros);
    Decision decision = store.reset(key, rule, nowMicros);
    entries.forget(key, time.micros());
    return decision;
  }

  /** {@return how many leased permits can be spent now, of all keys: a look at each} */
  public long permitsInHand() {
    return entries.permitsInHand(time.micros());
  }

  /**
   * Gives back what is in hand, and closes the store when that has been answered: at once if
   * nothing is in hand, else within the store's deadline.
   */
  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    entries.clear();
    List<CompletableFuture<?>> answers = new ArrayList<>();
    for (Inquiry next = entries.nextReturn(); next != null; next = entries.nextReturn()) {
      answers.add(calls.askAsync(next));
    }
    CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
        .whenComplete((done, failure) -> closing.run());
  }
}
