/**
 * What every limiter promises, as tests: extend {@link
 * dev.ratelimit.testkit.contract.LimiterContract} to hold yours against it.
 */
@NullMarked
package dev.ratelimit.testkit.contract;

import org.jspecify.annotations.NullMarked;
