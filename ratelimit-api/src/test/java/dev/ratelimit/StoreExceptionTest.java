package dev.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.StoreException.Charge;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StoreExceptionTest {

  @Test
  void exception_tellsWhatIsKnown() {
    Throwable cause = new IllegalStateException("READONLY");

    StoreException error =
        new StoreException("refused by the store", cause, Charge.UNCERTAIN, Duration.ofMillis(70));

    assertThat(error)
        .hasMessage("refused by the store")
        .hasCause(cause)
        .extracting(StoreException::charge, StoreException::nextProbe)
        .containsExactly(Charge.UNCERTAIN, Duration.ofMillis(70));
  }

  @Test
  void exception_hasNoStackTraceAndNothingSuppressed() {
    StoreException error = new StoreException("no answer", null, Charge.NONE, Duration.ZERO);

    error.addSuppressed(new IllegalStateException("another"));

    assertThat(error).hasNoCause().hasNoSuppressedExceptions();
    assertThat(error.getStackTrace()).isEmpty();
  }

  @Test
  void probeInThePast_isRefused() {
    Duration past = Duration.ofNanos(-1);

    assertThatThrownBy(() -> new StoreException("no answer", null, Charge.NONE, past))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("nextProbe must be at least PT0S, was PT-0.000000001S");
  }

  @Test
  void nulls_areRefused() {
    assertThatThrownBy(() -> new StoreException("no answer", null, null, Duration.ZERO))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("charge");
    assertThatThrownBy(() -> new StoreException("no answer", null, Charge.NONE, null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("nextProbe");
  }

  @Test
  void kind_followsFromTheChargeUnlessItIsGiven() {
    StoreException unsent = new StoreException("away", null, Charge.NONE, Duration.ZERO);
    StoreException sent = new StoreException("late", null, Charge.UNCERTAIN, Duration.ZERO);

    assertThat(unsent.kind()).isEqualTo(StoreException.Kind.NOT_ASKED);
    assertThat(sent.kind()).isEqualTo(StoreException.Kind.NO_ANSWER);
  }

  @Test
  void otherKind_changesNothingElse() {
    Throwable cause = new IllegalStateException("OOM");
    StoreException error =
        new StoreException("refused by the store", cause, Charge.UNCERTAIN, Duration.ofMillis(70));

    StoreException refused = error.withKind(StoreException.Kind.REFUSED);

    assertThat(refused.kind()).isEqualTo(StoreException.Kind.REFUSED);
    assertThat(refused).hasMessage("refused by the store").hasCause(cause);
    assertThat(refused.charge()).isEqualTo(Charge.UNCERTAIN);
    assertThat(refused.nextProbe()).isEqualTo(Duration.ofMillis(70));
    assertThat(refused.getStackTrace()).isEmpty();
  }
}
