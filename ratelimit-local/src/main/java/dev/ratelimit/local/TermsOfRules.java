package dev.ratelimit.local;

import dev.ratelimit.Rule;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps the terms of the rules in use. Thread-safe. */
final class TermsOfRules {

  /** With more rules than this in use at once, terms are made anew now and then. */
  private static final int MOST_RULES = 1_024;

  private final ConcurrentHashMap<Rule, Terms> terms = new ConcurrentHashMap<>();

  Terms of(Rule rule) {
    Terms known = terms.get(rule);
    return known == null ? add(rule) : known;
  }

  private Terms add(Rule rule) {
    if (terms.size() >= MOST_RULES) {
      terms.clear();
    }
    return terms.computeIfAbsent(rule, Terms::of);
  }
}
