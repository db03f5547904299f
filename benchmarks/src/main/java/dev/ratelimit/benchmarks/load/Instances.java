package dev.ratelimit.benchmarks.load;

import dev.ratelimit.benchmarks.redis.Checks;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Several instances of a service.
 *
 * @param all each with its own connections
 */
record Instances(List<Checks> all) implements AutoCloseable {

  static Instances open(int number, Supplier<Checks> opening) {
    return new Instances(Stream.generate(opening).limit(number).toList());
  }

  @Override
  public void close() {
    all.forEach(Checks::close);
  }
}
