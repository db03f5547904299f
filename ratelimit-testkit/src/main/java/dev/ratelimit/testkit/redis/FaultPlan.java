package dev.ratelimit.testkit.redis;

import dev.ratelimit.testkit.redis.FaultProxy.Moment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a proxy is told to do wrong. Thread-safe. */
final class FaultPlan {

  private final List<ArmedFault> armed = new ArrayList<>(); // guarded by this
  private final Map<Moment, Duration> delays = new EnumMap<>(Moment.class); // guarded by this

  synchronized void arm(ArmedFault fault) {
    armed.add(fault);
  }

  /** {@return the fault that this moment of this request sets off; it is armed no more} */
  synchronized Optional<ArmedFault> take(Moment moment, RespFrame request) {
    Optional<ArmedFault> due =
        armed.stream().filter(fault -> fault.isSetOffBy(moment, request)).findFirst();
    due.ifPresent(armed::remove);
    return due;
  }

  synchronized void delay(Moment moment, Duration delay) {
    delays.put(moment, delay);
  }

  synchronized Duration delay(Moment moment) {
    return delays.getOrDefault(moment, Duration.ZERO);
  }

  synchronized void clear() {
    armed.forEach(ArmedFault::disarm);
    armed.clear();
    delays.clear();
  }
}
