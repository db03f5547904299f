/** What a call costs the server: those that our limiter makes are recorded, and sent again. */
@NullMarked
package dev.ratelimit.benchmarks.replay;

import org.jspecify.annotations.NullMarked;
