package dev.ratelimit.local;

/**
 * What an operation answered.
 *
 * @param answer the answer
 * @param micros the instant it is of, which may be later than the caller's
 * @param <A> the kind of answer
 */
record Answered<A>(A answer, long micros) {}
