package dev.ratelimit;

import java.util.Objects;

/** Where a decision comes from. Shared by all decisions of a rule. */
record Provenance(Origin origin, String ruleName, boolean degraded, int binding) {

  Provenance {
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(ruleName, "ruleName");
    Checks.inRange("binding", binding, 0, Integer.MAX_VALUE);
  }

  static Provenance of(Origin origin, String ruleName) {
    return new Provenance(origin, ruleName, false, 0);
  }
}
