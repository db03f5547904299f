package dev.ratelimit.testkit.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One run of a fleet, from an empty store to the last answer. */
final class FleetRun {

  /** How long after the end the last checks may be answered. */
  private static final long DRAIN_MICROS = TimeUnit.SECONDS.toMicros(1);

  private final Fleet fleet;
  private final long startMicros;
  private final long lengthMicros;
  private final Timeline timeline;
  private final Server server;
  private final Network network;
  private final Journal journal;
  private final Outsider outsider;
  private final List<Instance> instances = new ArrayList<>();

  FleetRun(Fleet fleet, long lengthMicros) {
    this.fleet = fleet;
    this.lengthMicros = lengthMicros;
    Plan plan = fleet.plan();
    this.startMicros = plan.startMicros();
    this.timeline = new Timeline(startMicros);
    this.server = new Server(timeline);
    this.journal = new Journal(plan, timeline, server);
    this.outsider = new Outsider(server, plan.rules(), journal);
    SplittableRandom random = new SplittableRandom(fleet.seed());
    this.network = new Network(timeline, random.split(), fleet.latency());
    Surroundings surroundings = new Surroundings(timeline, server, network, fleet.deadline());
    for (int number = 0; number < fleet.instances(); number++) {
      instances.add(new Instance(number, plan, surroundings, journal, random.split()));
    }
    schedule(random);
  }

  /** Of one instant, events come before arrivals. What arrives is drawn apart from all else. */
  private void schedule(SplittableRandom random) {
    for (Timed timed : fleet.events()) {
      timeline.at(startMicros + timed.micros(), () -> timed.event().happen(this));
    }
    for (int number = 0; number < instances.size(); number++) {
      Span span = new Span(number, instances.size(), lengthMicros);
      next(fleet.traffic().arrivals(span, random.split()), instances.get(number)::arrive);
    }
    Span alone = new Span(0, 1, lengthMicros);
    next(
        fleet.foreign().arrivals(alone, random.split()),
        arrival -> outsider.arrive(arrival.at(instances.size())));
  }

  private void next(Supplier<Optional<Arrival>> arrivals, Consumer<Arrival> target) {
    arrivals
        .get()
        .ifPresent(
            arrival ->
                timeline.at(
                    startMicros + arrival.micros(),
                    () -> {
                      target.accept(arrival);
                      next(arrivals, target);
                    }));
  }

  /** Lets everything happen until the end, and then what is under way come to its answer. */
  FleetRun complete() {
    long endMicros = startMicros + lengthMicros;
    while (timeline.step(endMicros)) {
      journal.surface();
    }
    while (!instances.stream().allMatch(Instance::isSettled)
        && timeline.step(endMicros + DRAIN_MICROS)) {
      journal.surface();
    }
    return this;
  }

  FleetResult result() {
    return new FleetResult(
        lengthMicros,
        instances.stream().map(instance -> instance.count().tally()).toList(),
        outsider.tally(),
        journal.limits(),
        journal.admissions(),
        journal.ideal());
  }

  Instance instance(int number) {
    if (number < 0 || number >= instances.size()) {
      throw new IllegalArgumentException(
          "instance must be from 0 to " + (instances.size() - 1) + ", was " + number);
    }
    return instances.get(number);
  }

  Network network() {
    return network;
  }

  Server server() {
    return server;
  }
}
