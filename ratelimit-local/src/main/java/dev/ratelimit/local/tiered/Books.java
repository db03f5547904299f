package dev.ratelimit.local.tiered;

/**
 * What is known of keys here beside what their shares owe.
 *
 * @param answers what the store said of them last
 * @param unposted what the store is to be told of them
 */
record Books(LastAnswers answers, Unposted unposted) {}
