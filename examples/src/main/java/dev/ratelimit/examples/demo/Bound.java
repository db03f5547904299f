package dev.ratelimit.examples.demo;

import dev.ratelimit.TokenBucket;

/**
 * What may be admitted at most: while Redis answers, what one exact bucket allows. For each time
 * that it did not, a burst that it has refilled or forgotten meanwhile, and the burst of each
 * share.
 *
 * @param seconds from before the first request to after the last answer
 * @param instances how many share the limit
 * @param outages how often a fallback answered, after a while in which none did
 * @param mixedSeconds for how long some instances spent the shared bucket and others their shares
 */
record Bound(double seconds, int instances, int outages, double mixedSeconds) {

  double of(TokenBucket limit) {
    double rate = (double) limit.permits() / limit.period().toSeconds();
    double shares = (double) instances * Math.max(1, limit.burst() / instances);
    return limit.burst() + rate * (seconds + mixedSeconds) + outages * (limit.burst() + shares);
  }

  String formula() {
    return outages == 0
        ? "burst + rate * time"
        : "burst + rate * (time + time of mixed answers)"
            + " + outages * (burst + instances * max(1, burst / instances)), outages "
            + outages;
  }
}
