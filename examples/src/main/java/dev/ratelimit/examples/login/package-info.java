/** A limit that must hold whatever happens: attempts to log in, over Redis, strict, and closed. */
@NullMarked
package dev.ratelimit.examples.login;

import org.jspecify.annotations.NullMarked;
