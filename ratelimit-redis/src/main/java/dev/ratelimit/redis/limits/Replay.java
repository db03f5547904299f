package dev.ratelimit.redis.limits;

import dev.ratelimit.core.algorithm.Algorithm;
import dev.ratelimit.core.algorithm.LimitedKey;
import dev.ratelimit.core.algorithm.Step;
import dev.ratelimit.redis.protocol.Group;
import dev.ratelimit.redis.protocol.Operation;
import java.util.ArrayList;
import java.util.List;

/**
 * Works out what a script has decided from the state that it found: the same pure functions that
 * decide in process say it.
 */
final class Replay {

  private Replay() {}

  /**
   * {@return the answer to each operation of a group}
   *
   * @param group what was asked
   * @param found the key as the script found it
   * @param algorithm of the limit
   * @param serverMicros the server's instant
   */
  static List<Object> answers(
      Group group, LimitedKey found, Algorithm algorithm, long serverMicros) {
    LimitedKey key = found;
    List<Object> answers = new ArrayList<>(group.operations().size());
    for (Operation<?> operation : group.operations()) {
      Step<?> step = operation.on(key);
      answers.add(step.answer());
      key = algorithm.at(step.state(), group.key(), serverMicros);
    }
    return answers;
  }
}
