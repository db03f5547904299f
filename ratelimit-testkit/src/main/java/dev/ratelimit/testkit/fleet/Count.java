package dev.ratelimit.testkit.fleet;

import dev.ratelimit.Decision;
import dev.ratelimit.Origin;
import java.util.EnumMap;
import java.util.Map;

/** Counts what one caller asked and was answered. */
final class Count {

  private final Map<Origin, Long> answers = new EnumMap<>(Origin.class);
  private long offered;
  private long demanded;
  private long admitted;
  private long granted;
  private long denied;
  private long failed;
  private long missed;
  private long calls;

  void offered(long cost) {
    offered++;
    demanded += cost;
  }

  void answered(Decision decision, long cost) {
    answers.merge(decision.origin(), 1L, Long::sum);
    if (decision.allowed()) {
      admitted++;
      granted += cost;
    } else {
      denied++;
    }
  }

  void failed() {
    failed++;
  }

  void missed() {
    missed++;
  }

  void called() {
    calls++;
  }

  Tally tally() {
    return new Tally(offered, admitted, denied, failed, missed, demanded, granted, calls, answers);
  }
}
