/**
 * A fleet of instances that share a store, simulated in one thread on virtual time: exact, fast,
 * and the same again for the same seed.
 *
 * <p>{@link dev.ratelimit.testkit.fleet.Fleet} describes the fleet, its traffic and what befalls
 * it; {@link dev.ratelimit.testkit.fleet.FleetResult} says what came of it.
 */
@NullMarked
package dev.ratelimit.testkit.fleet;

import org.jspecify.annotations.NullMarked;
