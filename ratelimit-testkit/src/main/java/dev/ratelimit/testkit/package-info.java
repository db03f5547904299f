/**
 * What tests of rate limiting need, ours and yours: a clock that moves when told, a limiter that
 * answers as told, assertions on decisions, and a ledger that knows whether too much was admitted.
 */
@NullMarked
package dev.ratelimit.testkit;

import org.jspecify.annotations.NullMarked;
