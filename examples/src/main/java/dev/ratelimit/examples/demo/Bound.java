package dev.ratelimit.examples.demo;

import dev.ratelimit.TokenBucket;

/**
 * What may be admitted at most: while Redis answers, what one exact bucket allows; with a fallback
 * of local shares, the bound that is declared for it.
 *
 * @param seconds from before the first request to after the last answer
 * @param instances how many share the limit
 * @param fallbacks how many decisions the fallback made
 * @param statesLost how often Redis lost what it knew
 * @param mixedSeconds for how long some instances spent the shared bucket and others their shares
 */
record Bound(double seconds, int instances, long fallbacks, int statesLost, double mixedSeconds) {

  double of(TokenBucket limit) {
    double rate = (double) limit.permits() / limit.period().toSeconds();
    double exact = limit.burst() + rate * seconds;
    if (fallbacks == 0 && statesLost == 0) {
      return exact;
    }
    double shares = (double) instances * Math.max(1, limit.burst() / instances);
    return exact + statesLost * limit.burst() + shares + rate * mixedSeconds;
  }

  String formula() {
    return fallbacks == 0 && statesLost == 0
        ? "burst + rate * time"
        : "burst + burst * times Redis lost its state + instances * max(1, burst / instances)"
            + " + rate * (time + time of mixed answers)";
  }
}
