/** Limiters over any store: what every module that brings a store builds on. */
@NullMarked
package dev.ratelimit.core;

import org.jspecify.annotations.NullMarked;
