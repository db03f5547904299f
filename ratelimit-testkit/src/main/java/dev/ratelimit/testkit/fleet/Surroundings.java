package dev.ratelimit.testkit.fleet;

import java.time.Duration;

/** What the instances of a fleet share: the time, the store, the way there and its deadline. */
record Surroundings(Timeline timeline, Server server, Network network, Duration deadline) {}
