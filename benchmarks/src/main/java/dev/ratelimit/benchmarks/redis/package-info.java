/** What checks keys over Redis: ours, its peers, and the bare commands that it is measured by. */
@NullMarked
package dev.ratelimit.benchmarks.redis;

import org.jspecify.annotations.NullMarked;
