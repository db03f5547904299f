package dev.ratelimit.testkit.vectors;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.ratelimit.AllOf;
import dev.ratelimit.FixedWindow;
import dev.ratelimit.Limit;
import dev.ratelimit.SlidingLog;
import dev.ratelimit.SlidingWindow;
import dev.ratelimit.TokenBucket;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The kinds of limit that this version can build from a vector. Scenarios of other kinds are left
 * out, so a new kind joins by its constant here.
 */
public enum LimitKind {
  /** {@link TokenBucket}. */
  TOKEN_BUCKET("token_bucket") {
    @Override
    Limit read(JsonObject limit) {
      return bucket(limit);
    }
  },

  /** {@link FixedWindow}. */
  FIXED_WINDOW("fixed_window") {
    @Override
    Limit read(JsonObject limit) {
      return new FixedWindow(
          number(limit, "limit"), micros(limit, "window_us"), Optional.of(offset(limit)));
    }
  },

  /** {@link SlidingWindow}. */
  SLIDING_WINDOW("sliding_window") {
    @Override
    Limit read(JsonObject limit) {
      return new SlidingWindow(
          number(limit, "limit"), micros(limit, "window_us"), Optional.of(offset(limit)));
    }
  },

  /** {@link SlidingLog}. */
  SLIDING_LOG("sliding_log") {
    @Override
    Limit read(JsonObject limit) {
      return new SlidingLog(number(limit, "limit"), micros(limit, "window_us"));
    }
  },

  /** {@link AllOf}. */
  ALL_OF("all_of") {
    @Override
    Limit read(JsonObject limit) {
      List<TokenBucket> buckets = new ArrayList<>();
      for (JsonElement bucket : limit.getAsJsonArray("limits")) {
        buckets.add(bucket(bucket.getAsJsonObject()));
      }
      return new AllOf(buckets);
    }
  };

  private final String type;

  LimitKind(String type) {
    this.type = type;
  }

  abstract Limit read(JsonObject limit);

  static String typeOf(JsonObject limit) {
    return limit.get("type").getAsString();
  }

  static Optional<LimitKind> of(JsonObject limit) {
    String type = typeOf(limit);
    return Arrays.stream(values()).filter(kind -> kind.type.equals(type)).findFirst();
  }

  private static TokenBucket bucket(JsonObject limit) {
    return new TokenBucket(
        number(limit, "permits"), micros(limit, "period_us"), number(limit, "burst"));
  }

  private static Duration offset(JsonObject limit) {
    return micros(limit, "offset_us");
  }

  private static Duration micros(JsonObject limit, String field) {
    return Duration.of(number(limit, field), ChronoUnit.MICROS);
  }

  private static long number(JsonObject limit, String field) {
    return limit.get(field).getAsBigDecimal().longValueExact();
  }
}
