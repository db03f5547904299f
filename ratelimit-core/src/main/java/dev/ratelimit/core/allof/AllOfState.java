package dev.ratelimit.core.allof;

import dev.ratelimit.core.algorithm.KeyState;
import dev.ratelimit.core.bucket.BucketState;
import java.util.List;
import java.util.Optional;

/**
 * What is stored of a key under several token buckets: never that of full buckets only.
 *
 * @param parts the state of each bucket, empty if that one is full; nothing is out on lease
 */
public record AllOfState(List<Optional<BucketState>> parts) implements KeyState {

  /**
   * Copies the list.
   *
   * @param parts the state of each bucket, at least one of them present
   * @throws IllegalArgumentException if all are empty
   */
  public AllOfState {
    parts = List.copyOf(parts);
    boolean full = true;
    for (Optional<BucketState> part : parts) {
      full &= part.isEmpty();
    }
    if (full) {
      throw new IllegalArgumentException("parts must be at least one that is not full");
    }
  }

  @Override
  public long writtenMicros() {
    return parts.stream()
        .flatMap(Optional::stream)
        .mapToLong(BucketState::writtenMicros)
        .max()
        .orElseThrow();
  }
}
