package dev.ratelimit.local.tiered;

import dev.ratelimit.testkit.fleet.Event;
import dev.ratelimit.testkit.fleet.Fleet;
import dev.ratelimit.testkit.fleet.Shape;
import dev.ratelimit.testkit.fleet.Traffic;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;

/** What can befall a fleet of ten. */
enum Trouble {
  MESSAGES_LOST {
    @Override
    Fleet befall(Fleet fleet) {
      return fleet.loss(0.05);
    }
  },
  MOST_MESSAGES_LOST {
    @Override
    Fleet befall(Fleet fleet) {
      return fleet.loss(0.6);
    }
  },
  SLOW_NETWORK {
    @Override
    Fleet befall(Fleet fleet) {
      return fleet.latency(Duration.ofMillis(5), Duration.ofMillis(24));
    }
  },
  INSTANCES_KILLED {
    @Override
    Fleet befall(Fleet fleet) {
      return oneByOne(fleet, Event::kill, Event::restart);
    }
  },
  INSTANCES_STOPPED {
    @Override
    Fleet befall(Fleet fleet) {
      return oneByOne(fleet, Event::stop, Event::restart);
    }
  },
  INSTANCES_PAUSED_BEYOND_THEIR_TERMS {
    @Override
    Fleet befall(Fleet fleet) {
      return oneByOne(fleet, Event::pause, Event::resume);
    }
  },
  /** From 0.5 % slow to 0.4 % fast, and up to half a second off. */
  CLOCKS_OF_OTHER_RATES {
    @Override
    Fleet befall(Fleet fleet) {
      for (int instance = 0; instance < Shape.FLEET; instance++) {
        fleet.clock(instance, Duration.ofMillis(100L * instance - 500), 0.995 + 0.001 * instance);
      }
      return fleet;
    }
  },
  STORE_ASKED_BY_OTHERS {
    @Override
    Fleet befall(Fleet fleet) {
      return fleet.foreign(Traffic.even(300));
    }
  },
  ALL_OF_IT {
    @Override
    Fleet befall(Fleet fleet) {
      List.of(
              MESSAGES_LOST,
              SLOW_NETWORK,
              INSTANCES_PAUSED_BEYOND_THEIR_TERMS,
              INSTANCES_KILLED,
              CLOCKS_OF_OTHER_RATES,
              STORE_ASKED_BY_OTHERS)
          .forEach(trouble -> trouble.befall(fleet));
      return fleet;
    }
  };

  private static final long LENGTH_MILLIS = 300; // a term is 99

  /** {@return the fleet, which it will befall} */
  abstract Fleet befall(Fleet fleet);

  private static Fleet oneByOne(Fleet fleet, IntFunction<Event> from, IntFunction<Event> until) {
    for (int instance = 0; instance < Shape.FLEET; instance++) {
      Duration begin = Duration.ofMillis(700 + 900L * instance);
      fleet
          .at(begin, from.apply(instance))
          .at(begin.plusMillis(LENGTH_MILLIS), until.apply(instance));
    }
    return fleet;
  }
}
