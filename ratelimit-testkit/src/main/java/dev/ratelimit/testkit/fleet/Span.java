package dev.ratelimit.testkit.fleet;

/** For whom arrivals are drawn, among how many, and for how long. */
record Span(int instance, int instances, long lengthMicros) {}
