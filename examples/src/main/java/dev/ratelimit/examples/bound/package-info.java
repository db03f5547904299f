/** How much a fleet may admit, outages included. */
@NullMarked
package dev.ratelimit.examples.bound;

import org.jspecify.annotations.NullMarked;
