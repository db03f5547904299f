package dev.ratelimit.testkit.fleet;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Arrivals at random and at exact instants, by instant; at one instant the exact ones are first.
 */
final class MergedArrivals implements Supplier<Optional<Arrival>> {

  private final Supplier<Optional<Arrival>> drawn;
  private final Deque<Arrival> exact;
  private Optional<Arrival> nextDrawn;

  MergedArrivals(Supplier<Optional<Arrival>> drawn, List<Arrival> exact, Span span) {
    this.drawn = drawn;
    this.exact =
        new ArrayDeque<>(
            exact.stream()
                .filter(arrival -> arrival.instance() == span.instance())
                .filter(arrival -> arrival.micros() < span.lengthMicros())
                .sorted(Comparator.comparingLong(Arrival::micros))
                .toList());
    this.nextDrawn = drawn.get();
  }

  @Override
  public Optional<Arrival> get() {
    boolean isDrawnNext =
        nextDrawn.isPresent()
            && (exact.isEmpty() || nextDrawn.get().micros() < exact.getFirst().micros());
    if (!isDrawnNext) {
      return Optional.ofNullable(exact.pollFirst());
    }
    Optional<Arrival> next = nextDrawn;
    nextDrawn = drawn.get();
    return next;
  }
}
