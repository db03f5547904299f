package dev.ratelimit.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedClass;

import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rules;
import dev.ratelimit.core.StoreLimiter;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.contract.BrokenLimiter.Fault;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;

/** The contract notices each fault, by the tests that are about it. */
class BrokenLimiterTest {

  /** Run by the tests below only, so it is not found as a test itself. */
  abstract static class BrokenContract extends LimiterContract {

    private final FakeClock clock = FakeClock.atEpoch();
    private final Fault fault;

    BrokenContract(Fault fault) {
      this.fault = fault;
    }

    @Override
    protected FakeClock clock() {
      return clock;
    }

    @Override
    protected PermitLimiter limiter(Rules rules) {
      return new BrokenLimiter(
          new StoreLimiter(new OwnClockStore(clock), rules, clock, Runnable::run), fault);
    }
  }

  static class Early extends BrokenContract {
    Early() {
      super(Fault.RETRIES_A_MICROSECOND_EARLY);
    }
  }

  static class ChargedPeek extends BrokenContract {
    ChargedPeek() {
      super(Fault.CHARGES_FOR_A_PEEK);
    }
  }

  static class ChargedDenial extends BrokenContract {
    ChargedDenial() {
      super(Fault.CHARGES_FOR_A_DENIAL);
    }
  }

  static class PartlyCharged extends BrokenContract {
    PartlyCharged() {
      super(Fault.CHARGES_SOME_OF_SEVERAL);
    }
  }

  static class DoubleRefund extends BrokenContract {
    DoubleRefund() {
      super(Fault.REFUNDS_TWICE);
    }
  }

  static class DoubleCancel extends BrokenContract {
    DoubleCancel() {
      super(Fault.CANCELS_TWICE);
    }
  }

  static class KeptPermit extends BrokenContract {
    KeptPermit() {
      super(Fault.KEEPS_THE_PERMIT_OF_THE_INTERRUPTED);
    }
  }

  static class Unclosed extends BrokenContract {
    Unclosed() {
      super(Fault.ANSWERS_WHEN_CLOSED);
    }
  }

  /** One limit of each kind, whose tests are named by it. */
  private static final String[] EVERY_KIND = {
    "TokenBucket[permits=3, period=PT1S, burst=3]",
    "FixedWindow[permits=5, window=PT10S, offset=Optional.empty]",
    "SlidingWindow[permits=5, window=PT10S, offset=Optional.empty]",
    "SlidingLog[permits=5, window=PT10S]",
    "AllOf[limits=[TokenBucket[permits=3, period=PT1S, burst=3],"
        + " TokenBucket[permits=20, period=PT1M, burst=20]]]"
  };

  /** {@return the names of the tests of one group that fail} */
  private static List<String> failures(Class<? extends LimiterContract> broken, Class<?> group) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectNestedClass(List.of(broken), group))
        .execute()
        .testEvents()
        .failed()
        .map(event -> event.getTestDescriptor().getDisplayName())
        .toList();
  }

  @Test
  void retryAMicrosecondEarly_fails() {
    assertThat(failures(Early.class, LimiterContract.Deciding.class))
        .contains("thirdsOfASecond_areExactToTheMicrosecond()", "fullKey_keepsNoCredit()");
    assertThat(failures(Early.class, LimiterContract.Histories.class)).isNotEmpty();
    assertThat(failures(Early.class, LimiterContract.Kinds.class)).contains(EVERY_KIND);
  }

  @Test
  void chargedPeek_fails() {
    assertThat(failures(ChargedPeek.class, LimiterContract.Amounts.class))
        .contains("peek_answersAsCheckWouldAndChargesNothing()");
    assertThat(failures(ChargedPeek.class, LimiterContract.Kinds.class)).contains(EVERY_KIND);
  }

  @Test
  void chargedDenial_fails() {
    assertThat(failures(ChargedDenial.class, LimiterContract.Deciding.class))
        .contains(
            "deniedCallerThatHammers_neverPutsOffTheReset()",
            "costAboveWhatIsLeft_isDeniedAndConsumesNothing()");
  }

  @Test
  void chargedPartOfADeniedWhole_fails() {
    assertThat(failures(PartlyCharged.class, LimiterContract.SeveralKeys.class))
        .contains("oneOfThemDenied_chargesNone()");
  }

  @Test
  void doubleRefund_fails() {
    assertThat(failures(DoubleRefund.class, LimiterContract.Amounts.class))
        .containsExactly("refund_givesPermitsBack()");
    assertThat(failures(DoubleRefund.class, LimiterContract.Kinds.class))
        .contains("FixedWindow[permits=5, window=PT10S, offset=Optional.empty]");
    assertThat(failures(DoubleRefund.class, LimiterContract.Histories.class)).isNotEmpty();
  }

  @Test
  void doubleCancel_fails() {
    assertThat(failures(DoubleCancel.class, LimiterContract.Reserving.class))
        .containsExactly("cancelledReservationBeyondEmpty_makesTheNextCallersTurnEarlier()");
  }

  @Test
  void permitKeptFromTheInterrupted_fails() {
    assertThat(failures(KeptPermit.class, LimiterContract.Acquiring.class))
        .contains("interruptedWhileWaiting_reportsItAndGivesThePermitBack()");
  }

  @Test
  void answersWhenClosed_fail() {
    assertThat(failures(Unclosed.class, LimiterContract.Closing.class))
        .contains("closedLimiter_refusesEveryCall()", "waitingThread_isToldAtOnce()");
  }
}
