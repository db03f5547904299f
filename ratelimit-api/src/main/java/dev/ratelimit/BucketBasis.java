package dev.ratelimit;

/**
 * Reads a decision of a token bucket without leases: {@code x} is the debt after it, {@code y} the
 * cost it denied, 0 if it allowed one.
 */
record BucketBasis(BucketUnits units, long limit, Provenance provenance) implements Basis {

  static BucketBasis of(BucketUnits units, Provenance provenance) {
    return new BucketBasis(units, units.burst(), provenance);
  }

  @Override
  public Outcome outcome(long debt, long deniedCost) {
    if (deniedCost == 0) {
      return Outcome.ALLOWED;
    }
    return deniedCost > limit ? Outcome.NEVER : Outcome.DENIED;
  }

  @Override
  public long remaining(long debt, long deniedCost) {
    return units.level(debt);
  }

  @Override
  public long retryAfterMicros(long debt, long deniedCost, long atMicros) {
    return outcome(debt, deniedCost) == Outcome.DENIED
        ? units.microsToPay(units.shortfall(debt, deniedCost), atMicros)
        : 0;
  }

  @Override
  public long resetAfterMicros(long debt, long deniedCost, long atMicros) {
    return units.microsToPay(debt, atMicros);
  }
}
