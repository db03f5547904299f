package dev.ratelimit.redis.protocol;

import dev.ratelimit.redis.script.Script;
import java.util.List;

/**
 * How keys under one limit are asked about: by which script, how the limit is packed for a key, and
 * how replies are read.
 *
 * <p>Immutable.
 */
public interface Protocol {

  /** {@return what decides} */
  Script script();

  /** {@return the limit as the script reads it} */
  byte[] limit(String key);

  /** {@return an operation as the script reads it; empty if it has nothing to do} */
  default byte[] packed(Operation<?> operation) {
    return operation.packed();
  }

  /**
   * {@return the answer to each operation}
   *
   * @param group what was asked
   * @param reply what the script said of the key
   * @param serverMicros the server's instant
   * @throws RuntimeException of any kind if no script of ours replies so
   */
  List<Object> answers(Group group, Object reply, long serverMicros);
}
