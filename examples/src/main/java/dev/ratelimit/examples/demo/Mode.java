package dev.ratelimit.examples.demo;

import dev.ratelimit.local.tiered.TieredLimiterBuilder;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How the instances ask Redis. */
enum Mode {
  /** Once a check. */
  STRICT,
  /** In blocks, for busy tenants. */
  LEASED;

  TieredLimiterBuilder set(TieredLimiterBuilder builder) {
    return this == STRICT ? builder.strict() : builder;
  }

  static Mode named(String option, String name) {
    return Arrays.stream(values())
        .filter(mode -> mode.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    option
                        + " must be one of "
                        + Arrays.stream(values())
                            .map(Mode::toString)
                            .collect(Collectors.joining(", "))
                        + ", was "
                        + name));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
