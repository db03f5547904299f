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

/** The calls whose cost is compared. Those that check do so under a token bucket, unleased. */
public enum Call {
  /** A script that does nothing, with one key and three arguments. */
  REFERENCE(1) {
    @Override
    CommandArgs<?, ?> arguments(RedisServer redis) {
      String digest = redis.command("SCRIPT", "LOAD", "return 1").asText();
      return new CommandArgs<>(ByteArrayCodec.INSTANCE)
          .add(digest)
          .add(1)
          .addKey("key".getBytes(StandardCharsets.UTF_8))
          .add("100000000")
          .add("30000000")
          .add("1");
    }
  },

  /** A check that is allowed. */
  ALLOWED(1) {
    @Override
    CommandArgs<?, ?> arguments(RedisServer redis) {
      try (Recorder recorder = new Recorder(redis, ROOMY)) {
        require(true, recorder.limiter());
        return recorder.only(limiter -> require(true, limiter));
      }
    }
  },

  /** A check that is denied. */
  DENIED(1) {
    @Override
    CommandArgs<?, ?> arguments(RedisServer redis) {
      try (Recorder recorder = new Recorder(redis, Limit.of(1, Duration.ofDays(1)))) {
        require(true, recorder.limiter());
        return recorder.only(limiter -> require(false, limiter));
      }
    }
  },

  /** Checks of as many keys as a call carries. */
  DISTINCT_KEYS(PermitLimiter.MOST_REQUESTS) {
    @Override
    CommandArgs<?, ?> arguments(RedisServer redis) {
      try (Recorder recorder = new Recorder(redis, ROOMY)) {
        return recorder.together(IntStream.range(0, checks()).mapToObj(i -> "user-" + i).toList());
      }
    }
  },

  /** As many checks, all of one key. */
  ONE_KEY(PermitLimiter.MOST_REQUESTS) {
    @Override
    CommandArgs<?, ?> arguments(RedisServer redis) {
      try (Recorder recorder = new Recorder(redis, ROOMY)) {
        return recorder.together(List.copyOf(Collections.nCopies(checks(), KEY)));
      }
    }
  };

  static final String KEY = "user";

  /** Allows all checks of a run, and no key is full again. */
  static final Limit ROOMY = Limit.of(1, Duration.ofSeconds(30)).withBurst(100_000_000);

  private final int checks;

  Call(int checks) {
    this.checks = checks;
  }

  /** {@return how many checks it carries} */
  int checks() {
    return checks;
  }

  /** {@return its arguments, as they are sent; the server knows the script then} */
  abstract CommandArgs<?, ?> arguments(RedisServer redis);

  private static void require(boolean allowed, PermitLimiter limiter) {
    if (limiter.check(KEY).allowed() != allowed) {
      throw new IllegalStateException("allowed must be " + allowed + ", was " + !allowed);
    }
  }
}
