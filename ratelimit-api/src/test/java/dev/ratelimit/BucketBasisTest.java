package dev.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BucketBasisTest {

  private final BucketBasis basis =
      BucketBasis.of(BucketUnits.of(3, 1_000_000, 3), Provenance.of(Origin.LOCAL, "free"));

  @Test
  void whatIsNotDenied_hasNoRetryAfter() {
    assertThat(basis.outcome(1_000_000, 0)).isEqualTo(Outcome.ALLOWED);
    assertThat(basis.retryAfterMicros(1_000_000, 0, 0)).isZero();
    assertThat(basis.outcome(0, 4)).isEqualTo(Outcome.NEVER);
    assertThat(basis.retryAfterMicros(0, 4, 0)).isZero();
  }
}
