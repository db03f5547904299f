/** The smallest use: a limit in one process, and its unit test on a clock that stands still. */
@NullMarked
package dev.ratelimit.examples.export;

import org.jspecify.annotations.NullMarked;
