package dev.ratelimit.examples.bound;

import dev.ratelimit.TokenBucket;

/**
 * What may be admitted at most: while Redis answers, what one exact bucket allows. Besides, what it
 * refills in each outage, the bursts of the shares, and what these refill between outages.
 *
 * @param seconds from before the first request to after the last answer
 * @param instances how many share the limit
 * @param outages when Redis did not answer
 */
public record Bound(double seconds, int instances, Outages outages) {

  /**
   * {@return how many permits may be admitted of a key}
   *
   * @param limit what the key is under
   */
  public double of(TokenBucket limit) {
    double rate = (double) limit.permits() / limit.period().toSeconds();
    double shares = (double) instances * Math.max(1, limit.burst() / instances);
    double refilled = sumOfLesser(outages.silences(), rate, (double) limit.burst());
    double regained = sumOfLesser(outages.gaps(), rate, shares);
    double held = outages.number() == 0 ? 0 : shares;
    double overTime = rate * (seconds + outages.mixedSeconds());
    return limit.burst() + overTime + refilled + held + regained;
  }

  private static double sumOfLesser(Iterable<Double> spans, double rate, double most) {
    double sum = 0;
    for (double seconds : spans) {
      sum += Math.min(most, rate * seconds);
    }
    return sum;
  }

  /** {@return how that is reckoned, in words} */
  public String formula() {
    return outages.number() == 0
        ? "burst + rate * time"
        : "burst + rate * (time + time of mixed answers) + shares"
            + " + each silence's min(burst, rate * length)"
            + " + each pause's between outages min(shares, rate * length)"
            + ", shares = instances * max(1, burst / instances), outages "
            + outages.number();
  }
}
