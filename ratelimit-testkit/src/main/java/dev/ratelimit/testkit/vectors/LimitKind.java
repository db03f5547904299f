package dev.ratelimit.testkit.vectors;

import com.google.gson.JsonObject;
import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
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
      return new TokenBucket(
          limit.get("permits").getAsBigDecimal().longValueExact(),
          Duration.of(limit.get("period_us").getAsBigDecimal().longValueExact(), ChronoUnit.MICROS),
          limit.get("burst").getAsBigDecimal().longValueExact());
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
}
