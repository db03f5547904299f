/**
 * What tests of rate limiting need, ours and yours: a clock that moves when told, a limiter that
 * answers as told, assertions on decisions, and a ledger that knows whether too much was admitted.
 *
 * <p>{@link dev.ratelimit.testkit.contract} holds the tests that every limiter passes, {@link
 * dev.ratelimit.testkit.vectors} the worked examples that every store passes.
 */
@NullMarked
package dev.ratelimit.testkit;

import org.jspecify.annotations.NullMarked;
