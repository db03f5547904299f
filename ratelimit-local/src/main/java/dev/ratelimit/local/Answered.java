package dev.ratelimit.local;

/**
 * What an operation answered.
 *
 * @param answer the answer
 * @param micros the instant it is of, which may be later than the caller's
 * @param changed whether the operation has written over what was counted under another limit
 * @param <A> the kind of answer
 */
record Answered<A>(A answer, long micros, boolean changed) {

  Answered<A> underAnotherLimit() {
    return new Answered<>(answer, micros, true);
  }
}
