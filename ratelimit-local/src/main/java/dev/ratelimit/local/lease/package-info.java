/** Leases: permits taken from a shared store in blocks, and spent in this process. */
@NullMarked
package dev.ratelimit.local.lease;

import org.jspecify.annotations.NullMarked;
