package dev.ratelimit.testkit.vectors;

import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.Rule;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.LeaseCall;
import dev.ratelimit.core.store.LeaseId;
import dev.ratelimit.core.store.LeaseReply;
import dev.ratelimit.core.store.LeasedPermits;
import dev.ratelimit.core.store.LeasingStore;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.core.store.Taken;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** What a step asks of a store. The fields that are no arguments are those of the answer. */
enum Operation {
  CHECK("cost") {
    @Override
    Map<String, Object> ask(Asked asked) {
      return decided(asked.store.check(asked.key, asked.rule, asked.get("cost"), asked.now));
    }
  },
  PEEK("cost") {
    @Override
    Map<String, Object> ask(Asked asked) {
      return decided(asked.store.peek(asked.key, asked.rule, asked.get("cost"), asked.now));
    }
  },
  RESERVE("cost", "max_wait_us") {
    @Override
    Map<String, Object> ask(Asked asked) {
      Hold hold = new Hold(asked.get("cost"), asked.get("max_wait_us"));
      Held held = asked.store.reserve(asked.key, asked.rule, hold, asked.now);
      return with(decided(held.decision()), "wait_us", held.waitMicros());
    }
  },
  TAKE("want") {
    @Override
    Map<String, Object> ask(Asked asked) {
      Taken taken = asked.store.take(asked.key, asked.rule, asked.get("want"), asked.now);
      return with(decided(taken.decision()), "granted", taken.granted());
    }
  },
  REFUND("amount") {
    @Override
    Map<String, Object> ask(Asked asked) {
      return decided(asked.store.refund(asked.key, asked.rule, asked.get("amount"), asked.now));
    }
  },
  RESET {
    @Override
    Map<String, Object> ask(Asked asked) {
      return decided(asked.store.reset(asked.key, asked.rule, asked.now));
    }
  },
  GRANT("want") {
    @Override
    Map<String, Object> ask(Asked asked) {
      LeaseReply reply = asked.lease(LeaseCall.grant(asked.get("want")));
      Map<String, Object> answer = with(decided(reply.afterwards()), "granted", reply.granted());
      answer.put("generation", reply.id().generation());
      return with(answer, "slot", reply.id().slot());
    }
  },
  SPENT("generation", "slot", "amount") {
    @Override
    Map<String, Object> ask(Asked asked) {
      return decided(asked.lease(LeaseCall.spent(asked.permits())).afterwards());
    }
  },
  RETURN("generation", "slot", "amount") {
    @Override
    Map<String, Object> ask(Asked asked) {
      return decided(asked.lease(LeaseCall.returned(asked.permits())).afterwards());
    }
  };

  private static final long NEVER = -1;
  private static final Set<Operation> OF_LEASES = Set.of(GRANT, SPENT, RETURN);

  @SuppressWarnings("ImmutableEnumChecker") // Set.of is immutable
  private final Set<String> arguments;

  Operation(String... arguments) {
    this.arguments = Set.of(arguments);
  }

  /** {@return the fields of the answer, by their names in the files} */
  abstract Map<String, Object> ask(Asked asked);

  static Operation named(String name) {
    return Arrays.stream(values())
        .filter(operation -> operation.fileName().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("op must be known, was \"" + name + "\""));
  }

  String fileName() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean isOfLeases() {
    return OF_LEASES.contains(this);
  }

  Set<String> arguments() {
    return arguments;
  }

  private static Map<String, Object> decided(Decision decision) {
    Map<String, Object> answer = new HashMap<>();
    answer.put("allowed", decision.allowed());
    answer.put(
        "retry_after_us",
        decision.outcome() == Outcome.NEVER
            ? NEVER
            : TimeUnit.MICROSECONDS.convert(decision.retryAfter()));
    answer.put("limit", decision.limit());
    answer.put("remaining", decision.remaining());
    answer.put("reset_after_us", TimeUnit.MICROSECONDS.convert(decision.resetAfter()));
    answer.put("binding", (long) decision.binding());
    return answer;
  }

  private static Map<String, Object> with(Map<String, Object> answer, String field, long value) {
    answer.put(field, value);
    return answer;
  }

  /** One step, and whom it is put to. */
  record Asked(Store store, String key, Rule rule, Step.Ask step, long now) {

    Asked(Store store, String key, Rule rule, Step.Ask step) {
      this(store, key, rule, step, step.atMicros());
    }

    long get(String argument) {
      return step.argument(argument);
    }

    LeasedPermits permits() {
      return new LeasedPermits(new LeaseId(get("generation"), get("slot")), get("amount"));
    }

    LeaseReply lease(LeaseCall call) {
      return ((LeasingStore) store).lease(key, rule, call, now);
    }
  }
}
