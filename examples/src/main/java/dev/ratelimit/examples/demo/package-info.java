/** The demo: a limited HTTP service under load, a live view, and a verdict. */
@NullMarked
package dev.ratelimit.examples.demo;

import org.jspecify.annotations.NullMarked;
