package dev.ratelimit.testkit.fleet;

/** An event and when it happens, counted from the beginning of the run. */
record Timed(long micros, Event event) {}
