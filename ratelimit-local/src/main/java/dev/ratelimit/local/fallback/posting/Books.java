package dev.ratelimit.local.fallback.posting;

/**
 * What is known of keys here beside what their shares owe.
 *
 * @param answers what the store said of them last
 * @param unposted what the store is to be told of them
 */
public record Books(LastAnswers answers, Unposted unposted) {}
