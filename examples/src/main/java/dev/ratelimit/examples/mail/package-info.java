/** A job that waits: mails go out no faster than the provider takes them. */
@NullMarked
package dev.ratelimit.examples.mail;

import org.jspecify.annotations.NullMarked;
