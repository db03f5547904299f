package dev.ratelimit.testkit.vectors;

import com.google.gson.JsonObject;
import dev.ratelimit.core.store.LeasingStore;
import dev.ratelimit.testkit.vectors.Scenario.Need;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * What vectors are run against: opens a store for each scenario, and says which scenarios concern
 * it.
 *
 * <p>Immutable.
 *
 * <pre>{@code
 * VectorTarget target =
 *     VectorTarget.of(
 *         "mine",
 *         micros -> {
 *           FakeClock clock = FakeClock.atMicros(micros);
 *           return TimedStore.of(new MyStore(clock), clock::advanceToMicros);
 *         });
 * }</pre>
 */
public final class VectorTarget {

  private final String name;
  private final LongFunction<TimedStore> opener;
  private final Set<Need> met;
  private final Set<LimitKind> limits;

  private VectorTarget(
      String name, LongFunction<TimedStore> opener, Set<Need> met, Set<LimitKind> limits) {
    this.name = Objects.requireNonNull(name, "name");
    this.opener = Objects.requireNonNull(opener, "opener");
    this.met = met;
    this.limits = limits;
  }

  /**
   * {@return a target that knows every kind of limit, but no leases, and whose clock never runs
   * backwards}
   *
   * @param name what reports call it
   * @param opener opens a store that holds nothing, given the instant at which its scenario starts,
   *     in microseconds since the epoch
   */
  public static VectorTarget of(String name, LongFunction<TimedStore> opener) {
    return new VectorTarget(
        name, opener, EnumSet.noneOf(Need.class), EnumSet.allOf(LimitKind.class));
  }

  /** {@return the same, with leases: its stores must be {@link LeasingStore}} */
  public VectorTarget withLeases() {
    return meeting(Need.LEASES);
  }

  /** {@return the same, with a clock that may be set back} */
  public VectorTarget withClockBackwards() {
    return meeting(Need.CLOCK_BACKWARDS);
  }

  private VectorTarget meeting(Need need) {
    Set<Need> more = EnumSet.copyOf(met);
    more.add(need);
    return new VectorTarget(name, opener, more, limits);
  }

  /**
   * {@return the same, for these kinds of limit only}
   *
   * @param first a kind
   * @param rest more kinds
   */
  public VectorTarget withLimits(LimitKind first, LimitKind... rest) {
    return new VectorTarget(name, opener, met, EnumSet.of(first, rest));
  }

  String name() {
    return name;
  }

  TimedStore open(Scenario scenario) {
    TimedStore opened = opener.apply(scenario.startMicros());
    if (met.contains(Need.LEASES) && !(opened.store() instanceof LeasingStore)) {
      opened.release().run();
      throw new IllegalArgumentException(
          "store must be a LeasingStore to run with leases, was " + opened.store().getClass());
    }
    return opened;
  }

  /** {@return why a scenario does not concern this target, if it does not} */
  Optional<String> reasonAgainst(Scenario scenario) {
    return scenario.limits().stream()
        .filter(limit -> !isKnown(limit))
        .map(limit -> "limit " + LimitKind.typeOf(limit))
        .findFirst()
        .or(() -> unmet(scenario.needs()));
  }

  private boolean isKnown(JsonObject limit) {
    return LimitKind.of(limit).filter(limits::contains).isPresent();
  }

  private Optional<String> unmet(Set<Need> needs) {
    List<String> reasons =
        needs.stream().filter(need -> !met.contains(need)).map(Need::reason).toList();
    return reasons.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", reasons));
  }
}
