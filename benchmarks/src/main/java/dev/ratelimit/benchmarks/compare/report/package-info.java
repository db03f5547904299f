/** What came out of the rounds, as a page, as pictures and for programs. */
@NullMarked
package dev.ratelimit.benchmarks.compare.report;

import org.jspecify.annotations.NullMarked;
