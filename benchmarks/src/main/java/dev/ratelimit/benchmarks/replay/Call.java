package dev.ratelimit.benchmarks.replay;

import dev.ratelimit.Limit;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.testkit.redis.RedisServer;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.CommandArgs;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A call whose cost is compared. Those that check do so unleased.
 *
 * @param kind what it does
 * @param limit of the keys that it checks
 * @param checks how many checks it carries, at most {@link PermitLimiter#MOST_REQUESTS}
 */
public record Call(Kind kind, Limit limit, int checks) {

  /** What a call does. */
  enum Kind {
    /** A script that does nothing, with one key and three arguments. */
    REFERENCE {
      @Override
      List<CommandArgs<?, ?>> record(Call call, RedisServer redis) {
        String digest = redis.command("SCRIPT", "LOAD", "return 1").asText();
        return List.of(
            new CommandArgs<>(ByteArrayCodec.INSTANCE)
                .add(digest)
                .add(1)
                .addKey("key".getBytes(StandardCharsets.UTF_8))
                .add("100000000")
                .add("30000000")
                .add("1"));
      }
    },

    /** A check that is allowed. */
    ALLOWED {
      @Override
      List<CommandArgs<?, ?>> record(Call call, RedisServer redis) {
        try (Recorder recorder = new Recorder(redis, call.limit)) {
          require(true, recorder.limiter());
          return List.of(recorder.only(limiter -> require(true, limiter)));
        }
      }
    },

    /** A check of a key that is drained. */
    DENIED {
      @Override
      List<CommandArgs<?, ?>> record(Call call, RedisServer redis) {
        try (Recorder recorder = new Recorder(redis, call.limit)) {
          recorder.limiter().check(KEY, call.limit.mostPermits());
          return List.of(recorder.only(limiter -> require(false, limiter)));
        }
      }
    },

    /** By turns the check that takes the last permit, and its refund: the key stays as it is. */
    LAST_PERMIT {
      @Override
      List<CommandArgs<?, ?>> record(Call call, RedisServer redis) {
        try (Recorder recorder = new Recorder(redis, call.limit)) {
          recorder.limiter().check(KEY, call.limit.mostPermits() - 1);
          CommandArgs<?, ?> check = recorder.only(limiter -> require(true, limiter));
          return List.of(check, recorder.only(limiter -> limiter.refund(KEY, 1)));
        }
      }
    },

    /** Checks that are allowed, each of another key. */
    DISTINCT_KEYS {
      @Override
      List<CommandArgs<?, ?>> record(Call call, RedisServer redis) {
        try (Recorder recorder = new Recorder(redis, call.limit)) {
          return List.of(
              recorder.together(
                  IntStream.range(0, call.checks).mapToObj(i -> "user-" + i).toList()));
        }
      }
    },

    /** Checks that are allowed, all of one key. */
    ONE_KEY {
      @Override
      List<CommandArgs<?, ?>> record(Call call, RedisServer redis) {
        try (Recorder recorder = new Recorder(redis, call.limit)) {
          return List.of(recorder.together(List.copyOf(Collections.nCopies(call.checks, KEY))));
        }
      }
    };

    abstract List<CommandArgs<?, ?>> record(Call call, RedisServer redis);

    private static void require(boolean allowed, PermitLimiter limiter) {
      if (limiter.check(KEY).allowed() != allowed) {
        throw new IllegalStateException("allowed must be " + allowed + ", was " + !allowed);
      }
    }
  }

  static final String KEY = "user";

  /** Allows all checks of a run, and no key is full again. */
  static final Limit ROOMY = Limit.of(1, Duration.ofSeconds(30)).withBurst(100_000_000);

  /** {@return REF: a script that does nothing, with one key and three arguments} */
  public static Call reference() {
    return new Call(Kind.REFERENCE, ROOMY, 1);
  }

  /** {@return a check that a token bucket allows} */
  public static Call allowed() {
    return allowed(ROOMY);
  }

  /** {@return a check that a limit allows, however often it is sent} */
  public static Call allowed(Limit limit) {
    return new Call(Kind.ALLOWED, limit, 1);
  }

  /** {@return a check that a token bucket denies} */
  public static Call denied() {
    return denied(Limit.of(1, Duration.ofDays(1)));
  }

  /** {@return a check that a limit denies, its key being drained} */
  public static Call denied(Limit limit) {
    return new Call(Kind.DENIED, limit, 1);
  }

  /** {@return the check that takes the last permit of a limit, and its refund} */
  public static Call lastPermit(Limit limit) {
    return new Call(Kind.LAST_PERMIT, limit, 1);
  }

  /** {@return checks of as many keys that token buckets allow} */
  public static Call distinctKeys(int checks) {
    return checks == 1 ? allowed() : new Call(Kind.DISTINCT_KEYS, ROOMY, checks);
  }

  /** {@return as many checks of one key that a token bucket allows} */
  public static Call oneKey(int checks) {
    return checks == 1 ? allowed() : new Call(Kind.ONE_KEY, ROOMY, checks);
  }

  /** {@return its arguments, as they are sent by turns; the server knows the scripts then} */
  List<CommandArgs<?, ?>> arguments(RedisServer redis) {
    return kind.record(this, redis);
  }

  @Override
  public String toString() {
    return kind + " " + checks + (limit.equals(ROOMY) ? "" : " " + limit);
  }
}
