package dev.ratelimit.local.fallback;

import dev.ratelimit.Decision;
import dev.ratelimit.Rule;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.core.store.Taken;
import java.time.Duration;

/** What a store can be asked, each with an amount; reservations accept a wait of a minute. */
enum Operation {
  CHECK {
    @Override
    Decision ask(Store store, Rule rule, long amount, long nowMicros) {
      return store.check(KEY, rule, amount, nowMicros);
    }
  },
  CHECK_ASYNC {
    @Override
    Decision ask(Store store, Rule rule, long amount, long nowMicros) {
      return store.checkAsync(KEY, rule, amount, nowMicros).join();
    }
  },
  PEEK {
    @Override
    Decision ask(Store store, Rule rule, long amount, long nowMicros) {
      return store.peek(KEY, rule, amount, nowMicros);
    }
  },
  RESERVE {
    @Override
    Decision ask(Store store, Rule rule, long amount, long nowMicros) {
      return store.reserve(KEY, rule, hold(amount), nowMicros).decision();
    }
  },
  RESERVE_ASYNC {
    @Override
    Decision ask(Store store, Rule rule, long amount, long nowMicros) {
      return store.reserveAsync(KEY, rule, hold(amount), nowMicros).join().decision();
    }
  },
  TAKE {
    @Override
    Decision ask(Store store, Rule rule, long amount, long nowMicros) {
      return store.take(KEY, rule, amount, nowMicros).decision();
    }
  },
  TAKE_ASYNC {
    @Override
    Decision ask(Store store, Rule rule, long amount, long nowMicros) {
      Taken taken = store.takeAsync(KEY, rule, amount, nowMicros).join();
      return taken.decision();
    }
  },
  REFUND {
    @Override
    Decision ask(Store store, Rule rule, long amount, long nowMicros) {
      return store.refund(KEY, rule, amount, nowMicros);
    }
  },
  REFUND_ASYNC {
    @Override
    Decision ask(Store store, Rule rule, long amount, long nowMicros) {
      return store.refundAsync(KEY, rule, amount, nowMicros).join();
    }
  },
  RESET {
    @Override
    Decision ask(Store store, Rule rule, long amount, long nowMicros) {
      return store.reset(KEY, rule, nowMicros);
    }
  };

  static final String KEY = "key";

  abstract Decision ask(Store store, Rule rule, long amount, long nowMicros);

  private static Hold hold(long cost) {
    return new Hold(cost, Duration.ofMinutes(1).toSeconds() * 1_000_000);
  }
}
